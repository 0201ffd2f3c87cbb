import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { chromium, type Browser } from '@playwright/test';
import { findBrowser } from '../../scripts/lib/browser.mjs';

/** Launches the browser of the journeys. */
export const openBrowser = async (): Promise<Browser> =>
  chromium.launch({ executablePath: await findBrowser(), args: ['--no-sandbox', '--disable-gpu'] });

/** Serves pages of a foreign origin, by path, cross-origin isolated for high-resolution timers. */
export async function servePages(pages: Readonly<Record<string, string>>) {
  const server = createServer((request, reply) => {
    const html = pages[request.url ?? ''];
    reply.writeHead(html === undefined ? 404 : 200, {
      'content-type': 'text/html; charset=utf-8',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-embedder-policy': 'credentialless',
    });
    reply.end(html);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { origin: `http://127.0.0.1:${port}`, close: () => server.close() };
}

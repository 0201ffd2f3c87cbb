import { readdir, readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const pagesFolder = fileURLToPath(new URL('../../../demo-site/', import.meta.url));
const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
};

/** The running demonstration site. */
export interface DemoSite {
  /** Its origin, on the host name of `appUrl`. */
  url: string;
  close(): Promise<void>;
}

/**
 * The demonstration site, a customer's site with the widget installed, on its own origin. Pages are plain files, as a
 * site builder would write them; only the widget's address is filled in.
 *
 * @param appUrl the origin the widget comes from
 * @throws the system's error when the port is in use
 */
export async function startDemoSite({ port, host, appUrl }: DemoSiteOptions): Promise<DemoSite> {
  const pages = await readPages(appUrl);
  const server = createServer((request, reply) => {
    const asked = (request.url ?? '/').split(/[?#]/)[0]!;
    const page = pages.get(asked.replace(/(.)\/$/, '$1'));
    const { type, body } = page ?? pages.get('/404')!;
    reply.writeHead(page ? 200 : 404, { 'content-type': type, ...headersFor(appUrl) });
    reply.end(request.method === 'HEAD' ? undefined : body);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  return {
    url: `http://${new URL(appUrl).hostname}:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

interface DemoSiteOptions {
  port: number;
  host: string;
  appUrl: string;
}

interface Page {
  type: string;
  body: string;
}

/** Every page by its path: `evenings.html` is `/evenings`. */
async function readPages(appUrl: string): Promise<Map<string, Page>> {
  const files = await readdir(pagesFolder);
  const pages = await Promise.all(
    files.map(async (file): Promise<[string, Page]> => {
      const { name, ext } = path.parse(file);
      const body = (await readFile(path.join(pagesFolder, file), 'utf8')).replaceAll('{intake}', appUrl);
      const at = ext === '.html' ? `/${name === 'index' ? '' : name}` : `/${file}`;
      return [at, { type: types[ext] ?? 'application/octet-stream', body }];
    }),
  );
  return new Map(pages);
}

/** A strict content security policy: scripts and calls of the site's own and of the widget's origin only. */
const headersFor = (appUrl: string) => ({
  'cache-control': 'no-cache',
  'content-security-policy': [
    "default-src 'none'",
    `script-src 'self' ${appUrl}`,
    `connect-src ${appUrl}`,
    "style-src 'self' 'unsafe-inline'",
    `img-src 'self' data: ${appUrl}`,
    `media-src ${appUrl}`,
    "base-uri 'none'",
    "form-action 'self'",
  ].join('; '),
});

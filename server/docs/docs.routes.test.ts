import { brotliDecompressSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { createHttpServer } from '../platform/http/server.ts';
import { createLog } from '../platform/log.ts';
import { docsRoutes } from './docs.routes.ts';

const appUrl = 'https://members.example.org';
const siteUrl = 'http://localhost:4009';

async function ask(path: string, production: boolean, headers: Record<string, string> = {}) {
  const app = createHttpServer({ log: createLog('silent'), trustedProxies: [] });
  await docsRoutes(app, { appUrl, production, findSiteUrl: () => siteUrl });
  const answer = await app.inject({ url: path, headers });
  await app.close();
  return answer;
}

describe('a page of the documentation', () => {
  test('has our origin in its examples, and runs nothing but files of ours', async () => {
    const { statusCode, headers, payload } = await ask('/docs', false);
    expect(statusCode).toBe(200);
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    expect(payload).toContain(`${appUrl}/widget/v1/intake.js`);
    expect(payload).not.toContain('{intake}');
    const policy = String(headers['content-security-policy']).split('; ');
    for (const rule of ["default-src 'none'", "script-src 'self'", "frame-ancestors 'none'"])
      expect(policy).toContain(rule);
    expect(headers['content-security-policy']).not.toMatch(/unsafe|\*/);
  });

  test('has live examples only where there is a demonstration site', async () => {
    const [here, there] = [await ask('/docs/attributes', false), await ask('/docs/attributes', true)];
    expect(here.payload).toMatch(/<script src="\/widget\/v1\/intake\.js"[\s\S]*class="live"/);
    expect(there.payload).not.toMatch(/intake\.js"|class="live"/);
    expect(there.payload).toContain('id="data-ms-plan-add"');
  });

  test('is sent compressed to whoever takes it, and the same', async () => {
    const plain = await ask('/docs/api', true);
    const squeezed = await ask('/docs/api', true, { 'accept-encoding': 'br' });
    expect(squeezed.headers['content-encoding']).toBe('br');
    expect(brotliDecompressSync(squeezed.rawPayload).toString()).toBe(plain.payload);
  });

  test('frames the demonstration site in the playground alone, which production does not have', async () => {
    const [here, other, there] = [
      await ask('/docs/playground', false),
      await ask('/docs/install', false),
      await ask('/docs/playground', true),
    ];
    expect(here.headers['content-security-policy']).toContain(`frame-src ${siteUrl};`);
    expect(here.payload).toContain(`src="${siteUrl}/playground" sandbox="`);
    expect(other.headers['content-security-policy']).toContain("frame-src 'none';");
    expect(there.statusCode).toBe(404);
    expect((await ask('/docs', true)).payload).not.toContain('/docs/playground');
  });
});

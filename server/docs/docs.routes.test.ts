import { describe, expect, test } from 'vitest';
import { createHttpServer } from '../platform/http/server.ts';
import { createLog } from '../platform/log.ts';
import { docsRoutes } from './docs.routes.ts';

const appUrl = 'https://members.example.org';

async function ask(path: string, production: boolean) {
  const app = createHttpServer({ log: createLog('silent'), trustedProxies: [] });
  await docsRoutes(app, { appUrl, production });
  const answer = await app.inject(path);
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

  test('has examples at work only where there is a demonstration site', async () => {
    const [here, there] = [await ask('/docs/attributes', false), await ask('/docs/attributes', true)];
    expect(here.payload).toMatch(/<script src="\/widget\/v1\/intake\.js"[\s\S]*class="live"/);
    expect(there.payload).not.toMatch(/<script src|class="live"/);
    expect(there.payload).toContain('id="data-ms-plan-add"');
  });
});

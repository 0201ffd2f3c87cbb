import { createHash } from 'node:crypto';
import type { Http } from '../platform/http/typed.ts';
import { callGroups } from './call-groups.ts';
import { buildOpenApi } from './openapi.ts';
import { referencePage } from './reference-page.ts';
import { style } from './reference-style.ts';

const policy = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;
const minutes = 60;

/**
 * The reference of the API, for people under `/docs/api` and for programs beside it. Each is made once, when
 * it is first asked for: together they would take an eighth of a start.
 *
 * @param origin our own; examples name it `{intake}`
 */
export function apiReferenceRoutes(app: Http, origin: string): void {
  const page = onlyOnce(() => withOrigin(referencePage(callGroups, origin)));
  const description = onlyOnce(() => withOrigin(JSON.stringify(buildOpenApi(callGroups, origin))));
  const withOrigin = (text: string) => text.replaceAll('{intake}', origin);
  const cached = `public, max-age=${10 * minutes}`;
  app.get('/docs/api', (_request, reply) =>
    reply
      .headers({ 'content-security-policy': policy, 'cache-control': cached })
      .type('text/html; charset=utf-8')
      .send(page()),
  );
  app.get('/docs/api/openapi.json', (_request, reply) =>
    reply
      .headers({ 'cache-control': cached, 'access-control-allow-origin': '*' })
      .type('application/json; charset=utf-8')
      .send(description()),
  );
}

function onlyOnce(make: () => string): () => string {
  let made: string | undefined;
  return () => (made ??= make());
}

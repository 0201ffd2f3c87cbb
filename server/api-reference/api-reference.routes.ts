import type { Http } from '../platform/http/typed.ts';

const minutes = 60;

/**
 * Serves the API's description for programs; the build writes the one for people (`scripts/docs/`). It is loaded and
 * rendered when it is first asked for: a start has no time for it.
 *
 * @param origin our own; examples name it `{intake}`
 */
export function apiReferenceRoutes(app: Http, origin: string): void {
  let description: Promise<string> | undefined;
  app.get('/docs/api/openapi.json', async (_request, reply) =>
    reply
      .headers({ 'cache-control': `public, max-age=${10 * minutes}`, 'access-control-allow-origin': '*' })
      .type('application/json; charset=utf-8')
      .send(await (description ??= describe(origin))),
  );
}

async function describe(origin: string): Promise<string> {
  const [{ callGroups }, { buildOpenApi }] = await Promise.all([import('./call-groups.ts'), import('./openapi.ts')]);
  return JSON.stringify(buildOpenApi(callGroups, origin)).replaceAll('{intake}', origin);
}

import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Http } from '../platform/http/typed.ts';

const script = fileURLToPath(new URL('../../dist/console/preview.js', import.meta.url));

/**
 * The page in the console's frame that shows the widget as it would look. It stands in a sandbox without an origin
 * (`sandbox` in its own policy too), so that neither session nor storage of ours can be reached from it.
 *
 * @param appUrl our own origin: to a page without one, `'self'` is nothing
 * @throws Error when the console has not been built
 */
export async function widgetPreviewRoutes(app: Http, appUrl: string): Promise<void> {
  const code = await readFile(script, 'utf8').catch((error: unknown) => {
    throw new Error('The console is not built yet. `npm start` builds it; so does `npm run build`.', { cause: error });
  });
  const policy = [
    "default-src 'none'",
    `script-src ${appUrl}`,
    `style-src ${appUrl}`,
    `font-src ${appUrl}`,
    'img-src https: http: data:',
    "connect-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    `frame-ancestors ${appUrl}`,
    'sandbox allow-scripts',
  ].join('; ');
  const headers = { 'cache-control': 'no-store', 'x-robots-tag': 'noindex', 'referrer-policy': 'no-referrer' };
  app.get('/console/preview', (_request, reply) =>
    reply
      .headers({ ...headers, 'content-security-policy': policy })
      .type('text/html; charset=utf-8')
      .send(page),
  );
  // To a page without an origin, our own scripts are another origin's.
  const scriptHeaders = { ...headers, 'cross-origin-resource-policy': 'cross-origin' };
  app.get('/console/preview.js', (_request, reply) => reply.headers(scriptHeaders).type('text/javascript').send(code));
}

const page = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>The dialog as it will look</title>
    <script src="/console/preview.js"></script>
  </head>
  <body></body>
</html>
`;

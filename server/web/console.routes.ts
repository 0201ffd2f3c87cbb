import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import serveFiles from '@fastify/static';
import type { FastifyReply } from 'fastify';
import { createDocuments, encodingFor } from './page-documents.ts';
import type { Http } from '../platform/http/typed.ts';
import { isUnderAnotherName } from '../platform/http/own-name.ts';
import { Refusal } from '../platform/refusal.ts';

const builtConsole = fileURLToPath(new URL('../../dist/console/', import.meta.url));
const yearSeconds = 31_536_000;

const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  // Mails as they look, which may run and load nothing themselves; the widget as it will look, in a frame without an origin.
  "frame-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ');

const pageHeaders = {
  'content-security-policy': policy,
  // Decision 0063: nothing of the console is kept, by the browser's back/forward cache neither.
  'cache-control': 'no-store',
  'x-frame-options': 'DENY',
  'x-robots-tag': 'noindex, nofollow',
  // An address of the console may hold a search for a person; other origins must not learn it.
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  vary: 'accept-encoding',
};

/**
 * Serves the console: one page for every address at and below `/console`, which holds nothing of anybody, and the files
 * it is made of. Its calls stand below `/console/api/` and are mounted by who answers them.
 *
 * @param appUrl the origin the console belongs to
 * @throws Error when the console has not been built
 */
export async function consolePageRoutes(app: Http, appUrl: string): Promise<void> {
  const html = await readFile(`${builtConsole}index.html`, 'utf8').catch((error: unknown) => {
    throw new Error('The console is not built yet. `npm start` builds it; so does `npm run build`.', { cause: error });
  });
  const documentOf = createDocuments();
  await app.register(serveFiles as never, {
    root: `${builtConsole}assets`,
    prefix: '/console/assets/',
    preCompressed: true,
    index: false,
    dotfiles: 'ignore',
    cacheControl: false,
    decorateReply: false,
    // Every name has a hash of the content.
    setHeaders: (reply: FastifyReply) =>
      void reply.headers({ 'cache-control': `public, max-age=${yearSeconds}, immutable`, 'x-robots-tag': 'noindex' }),
  });
  for (const url of ['/console', '/console/*'])
    app.get(url, async (request, reply) => {
      if (/^\/console\/(?:api|assets)(?:[/?]|$)/.test(request.url)) throw new Refusal('not-found');
      if (isUnderAnotherName(request, appUrl)) return reply.redirect(appUrl + request.url);
      const document = await documentOf('console', () => html);
      const encoding = encodingFor(request.headers['accept-encoding']);
      if (encoding) reply.header('content-encoding', encoding);
      return reply
        .headers(pageHeaders)
        .type('text/html; charset=utf-8')
        .send(document[encoding ?? 'plain']);
    });
}

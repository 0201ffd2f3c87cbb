import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import serveFiles from '@fastify/static';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { findPartner } from '../contract/partners.ts';
import { portalPaths } from '../contract/portal-paths.ts';
import { fillTemplate } from './page-template.ts';
import { isOwnMachine } from './platform/http/own-machine.ts';
import type { Http } from './platform/http/typed.ts';
import { Refusal } from './platform/refusal.ts';

const builtPages = fileURLToPath(new URL('../dist/portal/', import.meta.url));

/** Everything a page needs comes from our own origin; no inline script or style runs. */
const pagePolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  // Course outlines, in the browser's own viewer. A page opens inside another without being loaded, so all pages say so.
  "object-src 'self'",
  "frame-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ');

const knownPaths = new Set<string>([...Object.values(portalPaths), 'index']);
/** Files whose name carries a hash of their content never change; the partners' drawings may. Seconds. */
const fileAges = { hashed: 31_536_000, named: 3_600 };
const hashedName = /-[\w-]{8}\.\w+(\.br|\.gz)?$/;

/**
 * The portal's pages: one template, filled per partner, with the status the address deserves. Hashed files are kept
 * by browsers for a year, pages are asked for again each time.
 *
 * @param appUrl the origin the pages belong to
 * @throws Error when the pages have not been built
 */
export async function pageRoutes(app: Http, { appUrl }: { appUrl: string }): Promise<void> {
  const template = await readFile(`${builtPages}index.html`, 'utf8').catch((error: unknown) => {
    throw new Error('The pages are not built yet. `npm start` builds them; so does `npm run build`.', { cause: error });
  });
  await app.register(serveFiles as never, {
    root: `${builtPages}assets`,
    prefix: '/assets/',
    preCompressed: true,
    index: false,
    dotfiles: 'ignore',
    cacheControl: false,
    setHeaders: (reply: FastifyReply, file: string) => void reply.header('cache-control', cacheRule(file)),
  });
  app.get('/robots.txt', (_request, reply) => reply.type('text/plain').send('User-agent: *\nDisallow: /dev/\n'));
  app.get('/*', (request, reply) => {
    const [code, ...rest] = request.url.split(/[?#]/)[0]!.split('/').slice(1);
    const isKnown = findPartner(code) !== undefined && knownPaths.has(rest.join('/').replace(/\/$/, ''));
    // Who can read a page gets one; a program that asked for something unknown gets our error instead.
    if (!isKnown && !(request.headers.accept ?? '').includes('text/html')) throw new Refusal('not-found');
    if (isKnown && isUnderAnotherName(request, appUrl)) return reply.redirect(appUrl + request.url);
    const html = fillTemplate(template, code);
    const tag = `"${createHash('sha256').update(html).digest('base64url')}"`;
    reply.headers({ 'content-security-policy': pagePolicy, 'cache-control': 'no-cache', etag: tag });
    if (isKnown && request.headers['if-none-match'] === tag) return reply.status(304).send();
    return reply
      .status(isKnown ? 200 : 404)
      .type('text/html; charset=utf-8')
      .send(html);
  });
}

/**
 * Whether a person opened a page at this machine, by another of its names than our origin's. To browsers that is
 * another origin, where nobody could log in.
 */
function isUnderAnotherName({ headers }: FastifyRequest, appUrl: string): boolean {
  const [own, asked] = [new URL(appUrl), URL.parse(`http://${headers.host}`)];
  if (headers['sec-fetch-dest'] !== 'document' || !asked) return false;
  if (!isOwnMachine(own.hostname) || !isOwnMachine(asked.hostname)) return false;
  return asked.host !== own.host && asked.port === own.port;
}

const cacheRule = (file: string): string =>
  hashedName.test(file) ? `public, max-age=${fileAges.hashed}, immutable` : `public, max-age=${fileAges.named}`;

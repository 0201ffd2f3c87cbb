import { readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import serveFiles from '@fastify/static';
import type { FastifyReply } from 'fastify';
import type { Http } from '../platform/http/typed.ts';
import { typePath } from '../platform/own-look.ts';
import { createDocuments, encodingFor } from '../web/page-documents.ts';

const builtPages = fileURLToPath(new URL('../../dist/docs/', import.meta.url));
const minutes = 60;
const daySeconds = 86_400;
const yearSeconds = 31_536_000;
/** All other names have a hash of the content; this one is named by pages that the build does not write. */
const typeFile = path.posix.basename(typePath);

/** The content security policy: pages with live examples load the install script, as a customer's page does. */
const policyWith = (frames: string) =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "font-src 'self'",
    "connect-src 'self'",
    "img-src 'self' data:",
    `frame-src ${frames}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

interface DocsOptions {
  /** Our own origin, used in every example. */
  appUrl: string;
  /** In production there is no demonstration site, so there are no live examples and no playground. */
  production: boolean;
  /** Origin of the demonstration site; undefined if it did not start. */
  findSiteUrl(): string | undefined;
}

/** A page without what only works beside a demonstration site, where there is none. */
const shownOf = (html: string, production: boolean) =>
  production ? html.replace(/<!--live-->[\s\S]*?<!--\/live-->/g, '') : html;

/** Serves the documentation and the API reference that the build wrote, and what their pages load. */
export async function docsRoutes(app: Http, { appUrl, production, findSiteUrl }: DocsOptions): Promise<void> {
  const documentOf = createDocuments();
  const files = (await readdir(builtPages)).filter((file) => file.endsWith('.html'));
  for (const file of files) {
    const { name } = path.parse(file);
    const isPlayground = name === 'playground';
    if (isPlayground && production) continue;
    app.get(name === 'overview' ? '/docs' : `/docs/${name}`, async (request, reply) => {
      const siteUrl = isPlayground ? findSiteUrl() : undefined;
      // Read when it is first asked for: all of them would be 5 MB of a process that may never show one.
      const page = () =>
        shownOf(readFileSync(path.join(builtPages, file), 'utf8'), production)
          .replaceAll('{intake}', appUrl)
          .replaceAll('{site}', siteUrl ?? '');
      const document = await documentOf(`${name} ${siteUrl ?? ''}`, page);
      const encoding = encodingFor(request.headers['accept-encoding']);
      if (encoding) reply.header('content-encoding', encoding);
      return reply
        .headers({
          'content-security-policy': policyWith(siteUrl ?? "'none'"),
          'cache-control': `public, max-age=${10 * minutes}`,
          vary: 'accept-encoding',
        })
        .type('text/html; charset=utf-8')
        .send(document[encoding ?? 'plain']);
    });
  }
  await app.register(serveFiles as never, {
    root: path.join(builtPages, 'assets'),
    prefix: '/docs/assets/',
    preCompressed: true,
    index: false,
    dotfiles: 'ignore',
    cacheControl: false,
    decorateReply: false,
    setHeaders: (reply: FastifyReply, file: string) =>
      void reply.header(
        'cache-control',
        file.endsWith(typeFile) ? `public, max-age=${daySeconds}` : `public, max-age=${yearSeconds}, immutable`,
      ),
  });
}

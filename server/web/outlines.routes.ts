import { fileURLToPath } from 'node:url';
import serveFiles from '@fastify/static';
import type { FastifyReply } from 'fastify';
import { outlinesPrefix } from '../../shared/outline-files.ts';
import type { Http } from '../platform/http/typed.ts';

const builtOutlines = fileURLToPath(new URL('../../dist/outlines/', import.meta.url));
const maxAgeSeconds = 3_600;

/**
 * The course outlines as the build wrote them. Pages of ours may show them in a frame; with `?download` browsers keep
 * them instead.
 */
export async function outlineRoutes(app: Http): Promise<void> {
  await app.register(serveFiles as never, {
    root: builtOutlines,
    prefix: outlinesPrefix,
    index: false,
    dotfiles: 'ignore',
    cacheControl: false,
    decorateReply: false,
    setHeaders: (reply: FastifyReply, file: string) => {
      const [slug, partner] = file.split('/').toReversed();
      const isKept = reply.request.url.endsWith('?download');
      reply.headers({
        'cache-control': `public, max-age=${maxAgeSeconds}`,
        // The viewers of browsers are no scripts of ours: what a page may load says nothing about them.
        'content-security-policy': "frame-ancestors 'self'; base-uri 'none'; form-action 'none'",
        'content-disposition': `${isKept ? 'attachment' : 'inline'}; filename="${partner}-${slug}"`,
      });
    },
  });
}

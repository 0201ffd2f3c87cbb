import { fileURLToPath } from 'node:url';
import serveFiles from '@fastify/static';
import type { FastifyReply } from 'fastify';
import { outlinesPrefix } from '../../shared/outline-files.ts';
import type { Http } from '../platform/http/typed.ts';

const builtOutlines = fileURLToPath(new URL('../../dist/outlines/', import.meta.url));
const maxAgeSeconds = 3_600;

/**
 * Serves the course outlines that the build wrote. Our pages may frame them; `?download` answers as an attachment.
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
        // Restricts framing only: the resource policy of pages does not concern a browser's PDF viewer.
        'content-security-policy': "frame-ancestors 'self'; base-uri 'none'; form-action 'none'",
        'content-disposition': `${isKept ? 'attachment' : 'inline'}; filename="${partner}-${slug}"`,
      });
    },
  });
}

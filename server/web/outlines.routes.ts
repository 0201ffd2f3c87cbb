import { fileURLToPath } from 'node:url';
import serveFiles from '@fastify/static';
import type { FastifyReply } from 'fastify';
import { courseCodes, type CourseCode } from '../../shared/courses.ts';
import { outlineAddress, outlinesPrefix } from '../../shared/outline-files.ts';
import { partnerCodes, type PartnerCode } from '../../shared/partners.ts';
import type { PublishedOutlines } from '../enrolment/enrolment.ts';
import type { Http } from '../platform/http/typed.ts';

const builtOutlines = fileURLToPath(new URL('../../dist/outlines/', import.meta.url));

/** Outlines by address. */
const outlinesAt: ReadonlyMap<string, { code: PartnerCode; course: CourseCode }> = new Map(
  partnerCodes.flatMap((code) =>
    courseCodes.map((course) => [outlineAddress({ code }, course), { code, course }] as const),
  ),
);

/**
 * Serves course outlines: as the build wrote them, or written anew where staff published other texts since. Our pages may
 * frame them; `?download` answers as an attachment.
 */
export async function outlineRoutes(app: Http, outlines: PublishedOutlines): Promise<void> {
  await app.register(async (scoped) => {
    scoped.addHook('preHandler', async (request, reply): Promise<FastifyReply | undefined> => {
      const [address] = request.url.split('?');
      const asked = outlinesAt.get(address!);
      const outline = asked && (await outlines.find(asked.code, asked.course));
      if (!outline) return undefined;
      describe(reply, address!);
      reply.header('etag', outline.tag);
      if (request.headers['if-none-match'] === outline.tag) return reply.status(304).send();
      return reply.type('application/pdf').send(outline.pdf);
    });
    await scoped.register(serveFiles as never, {
      root: builtOutlines,
      prefix: outlinesPrefix,
      index: false,
      dotfiles: 'ignore',
      cacheControl: false,
      decorateReply: false,
      setHeaders: describe,
    });
  });
}

/** @param file its path or address, which ends with the partner and the course's name */
function describe(reply: FastifyReply, file: string): void {
  const [slug, partner] = file.split('/').toReversed();
  const isKept = reply.request.url.endsWith('?download');
  reply.headers({
    // Asked for anew each time, as pages are: both say the same.
    'cache-control': 'public, no-cache',
    // Restricts framing only: the resource policy of pages does not concern a browser's PDF viewer.
    'content-security-policy': "frame-ancestors 'self'; base-uri 'none'; form-action 'none'",
    'content-disposition': `${isKept ? 'attachment' : 'inline'}; filename="${partner}-${slug}"`,
  });
}

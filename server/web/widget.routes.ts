import { fileURLToPath } from 'node:url';
import serveFiles from '@fastify/static';
import type { FastifyReply } from 'fastify';
import type { Http } from '../platform/http/typed.ts';
import { Refusal } from '../platform/refusal.ts';

const builtWidget = fileURLToPath(new URL('../../dist/widget/', import.meta.url));
/** Path of the install script. A breaking version gets another number. */
const widgetPrefix = '/widget/v1';
/** The same under other addresses: Chromium remembers by its address that a module did not arrive (`widget/page/load.ts`). */
const againPrefix = '/:again(^again-\\d{1,4}$)/';
const yearSeconds = 31_536_000;
/** Matches names with a content hash, which are immutable; the two that pages name by hand are revalidated. */
const hashedName = /-[\w-]{6}\.(?:js|webm|webp)$/;

/** Serves the built widget to pages of any origin: it holds no secrets. */
export async function widgetRoutes(app: Http): Promise<void> {
  await app.register(
    async (scoped) => {
      scoped.addHook('onSend', async (_request, reply) => void reply.headers(forEveryOrigin));
      scoped.setNotFoundHandler((request, reply) => {
        if (request.headers['sec-fetch-dest'] !== 'script') throw new Refusal('not-found');
        void reply.status(404).type('text/javascript').send(missingScript);
      });
      for (const prefix of ['/', againPrefix]) await scoped.register(serveFiles as never, filesBelow(prefix));
    },
    { prefix: widgetPrefix },
  );
}

/** The 404 has them too: the console of a page names a blocked answer in place of the missing file otherwise. */
const forEveryOrigin = {
  // Modules and subresource integrity both need CORS.
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
};

/** As a script: opaque response blocking (ORB) withholds JSON from a script tag of another origin, with its status. */
const missingScript = '// The service has no such file. The script of the widget is /widget/v1/intake.js.\n';

function filesBelow(prefix: string) {
  return {
    root: builtWidget,
    prefix,
    preCompressed: true,
    index: false,
    dotfiles: 'ignore',
    cacheControl: false,
    decorateReply: false,
    setHeaders: (reply: FastifyReply, file: string) => {
      const isHashed = hashedName.test(file.replace(/\.(br|gz)$/, ''));
      reply.header('cache-control', isHashed ? `public, max-age=${yearSeconds}, immutable` : 'no-cache');
    },
  };
}

import { fileURLToPath } from 'node:url';
import serveFiles from '@fastify/static';
import type { FastifyReply } from 'fastify';
import type { Http } from '../platform/http/typed.ts';

const builtWidget = fileURLToPath(new URL('../../dist/widget/', import.meta.url));
/** Where pages of other sites find the install script. A later version that pages must choose gets another number. */
const widgetPrefix = '/widget/v1/';
const yearSeconds = 31_536_000;
/** Files whose name carries a hash of their content never change; the two that pages name by hand are asked for again. */
const hashedName = /-[\w-]{8}\.\w+$/;

/** The widget as the build wrote it, for pages of any site: there is nothing secret in it. */
export async function widgetRoutes(app: Http): Promise<void> {
  await app.register(serveFiles as never, {
    root: builtWidget,
    prefix: widgetPrefix,
    preCompressed: true,
    index: false,
    dotfiles: 'ignore',
    cacheControl: false,
    decorateReply: false,
    setHeaders: (reply: FastifyReply, file: string) => {
      reply.headers({
        'cache-control': hashedName.test(file.replace(/\.(br|gz)$/, ''))
          ? `public, max-age=${yearSeconds}, immutable`
          : 'no-cache',
        // Parts are fetched as modules, and a page may check the script's integrity: both ask across origins.
        'access-control-allow-origin': '*',
        'cross-origin-resource-policy': 'cross-origin',
      });
    },
  });
}

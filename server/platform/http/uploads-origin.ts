import type { CallDefinition } from '../../../contract/call.ts';
import { Refusal } from '../refusal.ts';
import type { Http } from './typed.ts';

export interface UploadsOriginOptions {
  /** Our own origin. */
  appUrl: string;
  /** Where files from outside are had from; the same as `appUrl` where they have no origin of their own. */
  uploadsUrl: string;
  /** The calls that answer with such files. */
  calls: readonly CallDefinition[];
}

/**
 * Gives files from outside an origin of their own (OWASP ASVS 3.5.4), so that one which a browser runs as a page all the
 * same finds neither cookies nor calls of ours there. Under that host nothing else answers, and under ours they do not.
 */
export function separateUploads(app: Http, { appUrl, uploadsUrl, calls }: UploadsOriginOptions): void {
  if (uploadsUrl === appUrl) return;
  const [own, ofUploads] = [new URL(appUrl), new URL(uploadsUrl)];
  app.addHook('onRequest', async (request, reply) => {
    const { call } = request.routeOptions.config;
    const isUpload = call !== undefined && calls.includes(call);
    const asked = URL.parse(`${ofUploads.protocol}//${request.headers.host}`);
    // A name with the root's dot at its end is the same host, and another origin.
    const hostname = asked?.hostname.replace(/\.$/, '');
    if (hostname === ofUploads.hostname && !isUpload) throw new Refusal('not-found');
    return hostname === own.hostname && isUpload ? reply.redirect(uploadsUrl + request.url, 308) : undefined;
  });
}

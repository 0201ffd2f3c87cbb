import type { CallDefinition } from '../../../contract/call.ts';
import { Refusal } from '../refusal.ts';
import type { Http } from './typed.ts';

/** Options of the origin of uploaded files. */
export interface UploadsOriginOptions {
  /** Our own origin. */
  appUrl: string;
  /** The origin of uploaded files; equals `appUrl` where they have none of their own. */
  uploadsUrl: string;
  /** The calls that serve uploaded files. */
  calls: readonly CallDefinition[];
}

/**
 * Serves uploaded files from their own origin (OWASP ASVS 3.5.4), so that a file which a browser runs as a page (stored
 * XSS) reaches neither our cookies nor our calls. That host serves nothing else, and ours does not serve them.
 */
export function separateUploads(app: Http, { appUrl, uploadsUrl, calls }: UploadsOriginOptions): void {
  if (uploadsUrl === appUrl) return;
  const [own, ofUploads] = [new URL(appUrl), new URL(uploadsUrl)];
  app.addHook('onRequest', async (request, reply) => {
    const { call } = request.routeOptions.config;
    const isUpload = call !== undefined && calls.includes(call);
    const asked = URL.parse(`${ofUploads.protocol}//${request.headers.host}`);
    // A fully qualified name with a trailing dot is the same host but another origin.
    const hostname = asked?.hostname.replace(/\.$/, '');
    if (hostname === ofUploads.hostname && !isUpload) throw new Refusal('not-found');
    return hostname === own.hostname && isUpload ? reply.redirect(uploadsUrl + request.url, 308) : undefined;
  });
}

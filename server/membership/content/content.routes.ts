import { contentCalls } from '../../../contract/calls/content.ts';
import { serving } from '../../platform/http/serve.ts';
import type { Http } from '../../platform/http/typed.ts';
import type { Services } from '../services.ts';
import { handOut, openFile } from './secure-content.ts';

/** Members-only content. A visitor is refused before the look-up, against enumeration of keys. */
export function contentRoutes(app: Http, services: Services): void {
  const serve = serving(app, contentCalls);

  serve('POST /secure-content', async ({ body, signedIn }) => ({
    data: await handOut(services, signedIn, body.contentId),
  }));
}

/** Images and files, which pages load by address without key or session: the ticket authorises the request. */
export function contentFileRoutes(app: Http, services: Services): void {
  const serve = serving(app, contentCalls);

  serve('GET /secure-content/file', async ({ query }, reply) => {
    const { type, bytes, mediaType, fileName } = await openFile(services, query.ticket);
    const disposition = type === 'IMAGE' ? 'inline' : 'attachment';
    return reply
      .headers({
        'content-security-policy': "default-src 'none'; base-uri 'none'; sandbox; frame-ancestors 'none'",
        'content-disposition': `${disposition}; filename*=UTF-8''${encodeFileName(fileName ?? '')}`,
        'cross-origin-resource-policy': 'cross-origin',
      })
      .type(mediaType ?? 'application/octet-stream')
      .send(bytes);
  });
}

/** RFC 8187 encoding: `encodeURIComponent` leaves ' ( ) * unescaped, which it does not allow. */
const encodeFileName = (name: string): string =>
  encodeURIComponent(name).replace(/['()*]/g, (character) => `%${character.charCodeAt(0).toString(16)}`);

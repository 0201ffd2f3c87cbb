import { commentCalls } from '../../../contract/calls/comments.ts';
import { buttonPage, messagePage } from '../../platform/http/plain-page.ts';
import { sendPage, servePlainPages } from '../../platform/http/plain-pages.ts';
import { serving } from '../../platform/http/serve.ts';
import type { Http } from '../../platform/http/typed.ts';
import type { Services } from '../services.ts';
import { requireUnsubscribeLink, unsubscribe } from './unsubscribe.ts';

/**
 * Ends mails about replies. GET shows a button, since mail scanners prefetch links; the button, like the mail program's
 * own (one-click unsubscribe, RFC 8058), sends the POST.
 */
export function unsubscribeRoutes(app: Http, services: Services): void {
  servePlainPages(app, { appUrl: services.appUrl, fromAnywhere: true }, (pages) => {
    const serve = serving(pages, commentCalls);
    // RFC 8058 bodies may be multipart; the token is in the address, so the body is ignored.
    pages.addContentTypeParser('multipart/form-data', { parseAs: 'string' }, (_request, _text, done) => done(null, {}));

    serve('GET /comments/unsubscribe', async ({ query }, reply) => {
      requireUnsubscribeLink(services, query.token);
      const page = buttonPage('No more mails about replies', {
        siteName: '',
        text: 'We will not tell you of replies to your comments there any more.',
        action: `/comments/unsubscribe?token=${encodeURIComponent(query.token)}`,
        button: 'Stop these mails',
      });
      return sendPage(reply, page);
    });
    serve('POST /comments/unsubscribe', async ({ query }, reply) => {
      await unsubscribe(services, query.token);
      return sendPage(reply, messagePage('You get no more of these mails', 'You can close this page.'));
    });
  });
}

import { commentCalls } from '../../../contract/calls/comments.ts';
import { buttonPage, messagePage } from '../../platform/http/plain-page.ts';
import { sendPage, servePlainPages } from '../../platform/http/plain-pages.ts';
import { serving } from '../../platform/http/serve.ts';
import type { Http } from '../../platform/http/typed.ts';
import type { Services } from '../services.ts';
import { requireUnsubscribeLink, unsubscribe } from './unsubscribe.ts';

/**
 * Ends mails about replies. Opening the link shows a button, since mail programs open links by themselves; a press of
 * it, or of the mail program's own button, is the same POST without any question.
 */
export function unsubscribeRoutes(app: Http, services: Services): void {
  servePlainPages(app, { appUrl: services.appUrl, fromAnywhere: true }, (pages) => {
    const serve = serving(pages, commentCalls);
    // What mail programs send says nothing that the address does not.
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

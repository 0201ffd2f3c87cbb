import type { FastifyReply } from 'fastify';
import { Refusal } from '../refusal.ts';
import { refusalOf } from './answers.ts';
import { messagePage, pagePolicy } from './plain-page.ts';
import type { Http } from './typed.ts';

export interface PlainPagesOptions {
  /** Our own origin. Forms are taken from there alone. */
  appUrl: string;
  /** Takes forms from anywhere, mail programs say: the link's token is all the proof there is. */
  fromAnywhere?: boolean;
}

/** Pages without script: forms as browsers send them, headers that allow the page's style alone, refusals as a page. */
export function servePlainPages(
  app: Http,
  { appUrl, fromAnywhere = false }: PlainPagesOptions,
  define: (pages: Http) => void,
): void {
  void app.register(async (pages) => {
    pages.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, text, done) =>
      done(null, Object.fromEntries(new URLSearchParams(text as string))),
    );
    pages.addHook('onRequest', async (request, reply) => {
      void reply.header('content-security-policy', pagePolicy).header('referrer-policy', 'same-origin');
      if (!fromAnywhere && request.method === 'POST' && request.headers.origin !== appUrl)
        throw new Refusal('origin-not-allowed');
    });
    pages.setErrorHandler((error, request, reply) => {
      if (!(error instanceof Refusal)) throw error;
      const refusal = refusalOf(error, request);
      if (refusal.status >= 500) throw refusal;
      return sendPage(reply, messagePage('That did not work', refusal.message), refusal.status);
    });
    define(pages);
  });
}

export const sendPage = (reply: FastifyReply, html: string, status = 200): FastifyReply =>
  reply.status(status).type('text/html; charset=utf-8').send(html);

import type { FastifyReply } from 'fastify';
import { Refusal } from '../refusal.ts';
import { refusalOf } from './answers.ts';
import { messagePage, pagePolicy, pagePolicyIn, type PageLook } from './plain-page.ts';
import type { Http } from './typed.ts';

/** Options of pages without script. */
export interface PlainPagesOptions {
  /** Our own origin, the only one whose forms are accepted (CSRF). */
  appUrl: string;
  /** Accepts forms from any origin, such as mail programs (RFC 8058): the link's token is the only credential. */
  fromAnywhere?: boolean;
}

/** Serves pages without script: url-encoded forms, a strict content security policy, refusals as pages. */
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

/** Answers with an HTML page in a look. */
export const sendPageIn = (look: PageLook | undefined, reply: FastifyReply, html: string, status = 200) =>
  sendPage(reply.header('content-security-policy', pagePolicyIn(look)), html, status);

/** Answers with an HTML page. */
export const sendPage = (reply: FastifyReply, html: string, status = 200): FastifyReply =>
  reply.status(status).type('text/html; charset=utf-8').send(html);

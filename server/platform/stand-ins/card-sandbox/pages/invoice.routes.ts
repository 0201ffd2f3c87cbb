import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Http } from '../../../http/typed.ts';
import { notConfirmed } from '../payments/card-verdict.ts';
import { isPayable, payInvoice, type InvoiceAttempt } from '../subscriptions/invoice-payment.ts';
import { findObject, getObject } from '../store/object.store.ts';
import { findCardOf } from '../payments/saved-cards.ts';
import type { Sandbox } from '../sandbox.ts';
import { endedPage } from './ended-page.ts';
import { invoicePage, type InvoiceView } from './invoice-page.ts';
import { answerScript, isFromScript, nameOfCard, readCard, readTyped, showPage, type Answer } from './typed-card.ts';

type ById = FastifyRequest<{ Params: { id: string }; Querystring: { refused?: string } }>;

/** An invoice's own page: what it is about, and how to pay it when the renewal could not. */
export function invoiceRoutes(app: Http, sandbox: Sandbox): void {
  app.get('/dev/card/invoices/:id', async (request: ById, reply) => {
    const view = await findView(sandbox, request.params.id);
    if (!view) return showUnknown(reply);
    const declined = request.query.refused === undefined ? undefined : notConfirmed.message;
    return showPage(reply, 200, invoicePage({ ...view, declined }));
  });

  app.post('/dev/card/invoices/:id', async (request: ById, reply) => {
    const view = await findView(sandbox, request.params.id);
    if (!view) return showUnknown(reply);
    const typed = readTyped(request.body);
    const card = readCard(typed);
    const answer = 'faults' in card ? card : nextAddress(view, await payInvoice(sandbox, view.invoice.id, card));
    if (isFromScript(request)) return answerScript(reply, answer);
    if ('redirect' in answer) return reply.redirect(answer.redirect, 303);
    return showPage(reply, 422, invoicePage({ ...view, ...answer, typed }));
  });

  app.post('/dev/card/invoices/:id/pay-with-kept-card', async (request: ById, reply) => {
    const view = await findView(sandbox, request.params.id);
    if (!view) return showUnknown(reply);
    const answer = nextAddress(view, await payInvoice(sandbox, view.invoice.id, undefined));
    if ('redirect' in answer) return reply.redirect(answer.redirect, 303);
    return showPage(reply, 422, invoicePage({ ...view, ...answer }));
  });
}

function nextAddress({ invoice }: InvoiceView, attempted: InvoiceAttempt): Answer {
  if (attempted.outcome === 'declined') return { declined: attempted.message };
  return { redirect: `/dev/card/${attempted.outcome === 'confirm' ? 'confirm' : 'invoices'}/${invoice.id}` };
}

async function findView({ db }: Sandbox, id: string): Promise<InvoiceView | undefined> {
  const invoice = await findObject(db, 'invoice', id);
  if (!invoice) return undefined;
  const subscription = await getObject(db, 'subscription', invoice.data.parent.subscription_details.subscription);
  const card = await findCardOf(db, subscription.data);
  return {
    invoice: invoice.data,
    isPayable: isPayable({ invoice, subscription }),
    isOnItsWay: invoice.inner.settlement !== undefined,
    card: card && nameOfCard(card),
  };
}

const showUnknown = (reply: FastifyReply) =>
  showPage(reply, 404, endedPage('There is no such invoice', 'The link is incomplete or belongs somewhere else.'));

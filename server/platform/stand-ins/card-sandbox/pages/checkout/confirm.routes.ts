import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Http } from '../../../../http/typed.ts';
import { answerForInvoice } from '../../subscriptions/invoice-payment.ts';
import { formatMoneyWithCode } from '../../money.ts';
import { findObject } from '../../store/object.store.ts';
import { answerForCheckout } from '../../payments/payment.ts';
import type { Sandbox } from '../../sandbox.ts';
import { sellerOf } from './checkout-page.ts';
import { addressAfter, successAddress } from './checkout.routes.ts';
import { confirmPage, type Asked } from './confirm-page.ts';
import { contentPolicy } from '../content-policy.ts';
import { endedPage } from '../ended-page.ts';
import { nameOfCard, showPage } from '../typed-card.ts';

type ById = FastifyRequest<{ Params: { id: string }; Body: { answer?: string } }>;

/** The bank's question to the cardholder, about a checkout or about an invoice. */
export function confirmRoutes(app: Http, sandbox: Sandbox): void {
  app.get('/dev/card/confirm/:id', async (request: ById, reply) => {
    const question = await findQuestion(sandbox, request.params.id);
    if (!question) return showNothingToConfirm(reply);
    reply.header('content-security-policy', contentPolicy(`'self' ${question.answerLeadsTo}`.trim()));
    return showPage(reply, 200, confirmPage(question));
  });

  app.post('/dev/card/confirm/:id', async (request: ById, reply) => {
    const { id } = request.params;
    if (!(await findQuestion(sandbox, id))) return showNothingToConfirm(reply);
    const isConfirmed = request.body.answer === 'yes';
    const next = id.startsWith('in_')
      ? await answerInvoice(sandbox, id, isConfirmed)
      : await answerCheckout(sandbox, id, isConfirmed);
    return reply.redirect(next, 303);
  });
}

async function answerCheckout(sandbox: Sandbox, id: string, isConfirmed: boolean): Promise<string> {
  const attempted = await answerForCheckout(sandbox, id, isConfirmed);
  return attempted.outcome === 'declined' ? `/dev/card/pay/${id}?refused=1` : addressAfter(attempted);
}

async function answerInvoice(sandbox: Sandbox, id: string, isConfirmed: boolean): Promise<string> {
  const { outcome } = await answerForInvoice(sandbox, id, isConfirmed);
  return `/dev/card/invoices/${id}${outcome === 'declined' ? '?refused=1' : ''}`;
}

type Question = Asked & { answerLeadsTo: string };

async function findQuestion({ db }: Sandbox, id: string): Promise<Question | undefined> {
  const session = await findObject(db, 'session', id);
  if (session?.inner.confirming && session.data.status === 'open') {
    const { amount_total: amount, currency } = session.data;
    return {
      id,
      amount: amount === 0 ? '' : formatMoneyWithCode(amount, currency),
      card: nameOfCard(session.inner.confirming),
      seller: sellerOf(session.data),
      answerLeadsTo: new URL(successAddress(session.data)).origin,
    };
  }
  const invoice = await findObject(db, 'invoice', id);
  if (!invoice?.inner.confirming) return undefined;
  return {
    id,
    amount: formatMoneyWithCode(invoice.data.amount_due, invoice.data.currency),
    card: nameOfCard(invoice.inner.confirming),
    seller: `Invoice ${invoice.data.number}`,
    answerLeadsTo: '',
  };
}

const showNothingToConfirm = (reply: FastifyReply) =>
  showPage(reply, 404, endedPage('There is nothing to confirm', 'It was answered before, or it is over.'));

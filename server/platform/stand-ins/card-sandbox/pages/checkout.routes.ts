import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Http } from '../../../http/typed.ts';
import { findCurrentSession } from '../expiry.ts';
import { getObject } from '../object.store.ts';
import { payCheckout, type Attempt } from '../payment.ts';
import { change, type Sandbox } from '../sandbox.ts';
import type { LineItem, Session } from '../wire/objects.ts';
import { digitsOf, brandOf, findFaults, readExpiry, type TypedCard } from './assets/card-rules.js';
import { checkoutPage, endedPage, sellerOf, type CheckoutView } from './checkout-page.ts';
import { contentPolicy } from './content-policy.ts';

type Request = FastifyRequest<{ Params: { session: string } }>;

/** The hosted checkout. Its form is sent by script as JSON, or by the browser itself where there is no script. */
export function checkoutRoutes(app: Http, sandbox: Sandbox): void {
  app.get('/dev/card/pay/:session', async (request: Request, reply) => {
    const view = await findView(sandbox, request.params.session);
    return view ? showView(reply, view) : showUnknown(reply);
  });

  app.post('/dev/card/pay/:session', async (request: Request, reply) => {
    const view = await findView(sandbox, request.params.session);
    if (!view) return showUnknown(reply);
    const typed = readTyped(request.body);
    const answer = await attempt(sandbox, view.session, typed);
    if (String(request.headers['content-type']).startsWith('application/json')) return answerScript(reply, answer);
    if ('redirect' in answer) return reply.redirect(answer.redirect, 303);
    return showView(reply, { ...view, ...answer, typed });
  });
}

/** Where the browser goes next, or what the form shows. */
type Answer = { redirect: string } | Pick<CheckoutView, 'faults' | 'declined'>;

async function attempt(sandbox: Sandbox, session: Session, typed: TypedCard): Promise<Answer> {
  if (session.status !== 'open') return nextAddress({ outcome: session.status, session });
  const faults = findFaults(typed, new Date());
  const expiry = readExpiry(typed.expiry);
  if (Object.keys(faults).length > 0 || !expiry) return { faults };
  const number = digitsOf(typed.number);
  const card = {
    number,
    brand: brandOf(number).name,
    expiryMonth: expiry.month,
    expiryYear: expiry.year,
    name: typed.name.trim(),
  };
  return nextAddress(await payCheckout(sandbox, session.id, card));
}

function nextAddress(attempted: Attempt): Answer {
  if (attempted.outcome === 'declined') return { declined: attempted.message };
  const { session } = attempted;
  return { redirect: attempted.outcome === 'complete' ? successAddress(session) : `/dev/card/pay/${session.id}` };
}

function answerScript(reply: FastifyReply, answer: Answer): FastifyReply {
  const status = 'redirect' in answer ? 200 : answer.declined === undefined ? 422 : 402;
  return reply.code(status).send(answer);
}

/** The shop's address with the session's id in the place it left for it. */
const successAddress = (session: Session) =>
  (session.success_url ?? '').replaceAll('{CHECKOUT_SESSION_ID}', session.id);

function readTyped(body: unknown): TypedCard {
  const given = (body ?? {}) as Record<string, unknown>;
  const text = (name: keyof TypedCard) => (typeof given[name] === 'string' ? given[name].slice(0, 200) : '');
  return { number: text('number'), expiry: text('expiry'), cvc: text('cvc'), name: text('name') };
}

async function findView(sandbox: Sandbox, id: string): Promise<CheckoutView | undefined> {
  const found = await change(sandbox, (tx) => findCurrentSession(tx, id));
  if (!found) return undefined;
  const about = async (item: LineItem) => (await getObject(sandbox.db, 'product', item.price.product)).data.description;
  const bought = found.inner.lineItems.map(async (item) => ({ item, about: await about(item) }));
  return { session: found.data, bought: await Promise.all(bought) };
}

function showView(reply: FastifyReply, view: CheckoutView): FastifyReply {
  const { session } = view;
  const shop = sellerOf(session);
  if (session.status === 'complete') {
    const link = { href: successAddress(session), label: `Continue to ${shop}` };
    const text =
      session.payment_status === 'paid'
        ? 'You have already paid. There is nothing left to do here.'
        : 'Your payment was sent to the bank. There is nothing left to do here.';
    return showPage(reply, 200, endedPage('This checkout is complete', text, link));
  }
  if (session.status === 'expired') {
    const link = session.cancel_url === null ? undefined : { href: session.cancel_url, label: `Back to ${shop}` };
    return showPage(
      reply,
      410,
      endedPage('This checkout has expired', 'Its time is up, and nothing was charged.', link),
    );
  }
  const isAsIs = view.declined === undefined && view.faults === undefined;
  reply.header('content-security-policy', contentPolicy(`'self' ${new URL(successAddress(session)).origin}`));
  return showPage(reply, isAsIs ? 200 : 422, checkoutPage(view));
}

const showUnknown = (reply: FastifyReply) =>
  showPage(
    reply,
    404,
    endedPage('There is no such checkout', 'The link is incomplete, or it belongs to another installation.'),
  );

const showPage = (reply: FastifyReply, status: number, markup: string) =>
  reply.code(status).type('text/html; charset=utf-8').send(markup);

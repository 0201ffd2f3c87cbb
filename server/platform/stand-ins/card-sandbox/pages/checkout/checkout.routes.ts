import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Http } from '../../../../http/typed.ts';
import type { Attempt } from '../../payments/attempt.ts';
import { notConfirmed } from '../../payments/card-verdict.ts';
import { findCurrentSession } from '../../checkouts/expiry.ts';
import { findObject, getObject } from '../../store/object.store.ts';
import { needsNoCard, payCheckout } from '../../payments/payment.ts';
import { change, type Sandbox } from '../../sandbox.ts';
import { nowSeconds } from '../../wire/ids.ts';
import type { LineItem, Session } from '../../wire/objects.ts';
import type { TypedCard } from '../assets/card-rules.js';
import { checkoutPage, sellerOf, type CheckoutView } from './checkout-page.ts';
import { contentPolicy } from '../content-policy.ts';
import { endedPage } from '../ended-page.ts';
import { answerScript, isFromScript, readCard, readTyped, showPage, type Answer } from '../typed-card.ts';

type Request = FastifyRequest<{ Params: { session: string }; Querystring: { refused?: string } }>;

/** The hosted checkout. Its form is sent by script as JSON, or by the browser itself where there is no script. */
export function checkoutRoutes(app: Http, sandbox: Sandbox): void {
  app.get('/dev/card/pay/:session', async (request: Request, reply) => {
    const view = await findView(sandbox, request.params.session);
    if (!view) return showUnknown(reply);
    const declined = request.query.refused === undefined ? undefined : notConfirmed.message;
    return showView(reply, { ...view, declined }, 200);
  });

  /** For the page itself, which stands open while its checkout may end in another tab. */
  app.get('/dev/card/pay/:session/status', async (request: Request) => {
    const found = await change(sandbox, (tx) => findCurrentSession(tx, request.params.session));
    return { status: found?.data.status ?? null };
  });

  app.post('/dev/card/pay/:session', async (request: Request, reply) => {
    const view = await findView(sandbox, request.params.session);
    if (!view) return showUnknown(reply);
    const typed = readTyped(request.body);
    const answer = await attempt(sandbox, view.session, typed);
    if (isFromScript(request)) return answerScript(reply, answer);
    if ('redirect' in answer) return reply.redirect(answer.redirect, 303);
    return showView(reply, { ...view, ...answer, typed }, 422);
  });
}

async function attempt(sandbox: Sandbox, session: Session, typed: TypedCard): Promise<Answer> {
  if (session.status !== 'open') return nextAddress({ outcome: session.status, session });
  const card = needsNoCard(session) ? undefined : readCard(typed);
  if (card && 'faults' in card) return card;
  return nextAddress(await payCheckout(sandbox, session.id, card));
}

function nextAddress(attempted: Attempt): Answer {
  if (attempted.outcome === 'declined') return { declined: attempted.message };
  return { redirect: addressAfter(attempted) };
}

/** The next address after an attempt that was not declined. */
export function addressAfter({ outcome, session }: Exclude<Attempt, { outcome: 'declined' }>): string {
  if (outcome === 'complete') return successAddress(session);
  return `/dev/card/${outcome === 'confirm' ? 'confirm' : 'pay'}/${session.id}`;
}

/** The shop's address with the session's id in the place it left for it. */
export const successAddress = (session: Session): string =>
  (session.success_url ?? '').replaceAll('{CHECKOUT_SESSION_ID}', session.id);

async function findView(sandbox: Sandbox, id: string): Promise<CheckoutView | undefined> {
  const found = await change(sandbox, (tx) => findCurrentSession(tx, id));
  if (!found) return undefined;
  const { data: session, inner } = found;
  const about = async (item: LineItem) => (await getObject(sandbox.db, 'product', item.price.product)).data.description;
  const bought = inner.lineItems.map(async (item) => ({ item, about: await about(item) }));
  const [applied] = session.discounts ?? [];
  const coupon =
    typeof applied?.coupon === 'string' ? (await findObject(sandbox.db, 'coupon', applied.coupon))?.data : undefined;
  return { session, inner, coupon, seller: sellerOf(session), bought: await Promise.all(bought) };
}

function showView(reply: FastifyReply, view: CheckoutView, status: number): FastifyReply {
  const { session, seller } = view;
  if (session.status === 'complete') {
    const link = { href: successAddress(session), label: `Continue to ${seller}` };
    const text = `${doneTexts[session.payment_status]} There is nothing left to do here.`;
    return showPage(reply, 200, endedPage('This checkout is complete', text, link));
  }
  if (session.status === 'expired') {
    const link = session.cancel_url === null ? undefined : { href: session.cancel_url, label: `Back to ${seller}` };
    const isEarly = session.expires_at > nowSeconds();
    return showPage(reply, 410, endedPage('This checkout has expired', isEarly ? endedEarly : timeIsUp, link));
  }
  reply.header('content-security-policy', contentPolicy(`'self' ${new URL(successAddress(session)).origin}`));
  return showPage(reply, status, checkoutPage(view));
}

const timeIsUp = 'Its time is up, and nothing was charged.';
const endedEarly =
  'It was ended before its time, as happens when you go on in another tab. Nothing was charged here, and nothing can be paid here any more.';

const doneTexts: Record<string, string> = {
  paid: 'You have already paid.',
  unpaid: 'Your payment was sent to the bank.',
  no_payment_required: 'Nothing had to be paid.',
};

const showUnknown = (reply: FastifyReply) =>
  showPage(
    reply,
    404,
    endedPage('There is no such checkout', 'The link is incomplete, or it belongs to another installation.'),
  );

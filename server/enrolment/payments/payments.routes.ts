import { confirmationsPerMember, enrolmentCalls } from '../../../contract/calls/enrolment.ts';
import { serving } from '../../platform/http/serve.ts';
import type { Http } from '../../platform/http/typed.ts';
import { Refusal } from '../../platform/refusal.ts';
import { startCheckout } from './checkouts/checkout.ts';
import { confirmPayment } from './checkouts/confirm-payment.ts';
import { cancelCheckouts } from './checkouts/end-order.ts';
import { findRelevantOrder, presentOrder } from './orders/orders.ts';
import type { EnrolmentServices } from '../services.ts';
import { isSettled } from './orders/order-states.ts';
import { findOrderBySession } from './orders/orders.store.ts';
import { resolveUnseated } from './refunds/refunds.ts';
import { takeFirmly } from './checkouts/settle-checkout.ts';

/** Checkout, confirmation and order of the signed-in member. */
export function paymentRoutes(app: Http, services: EnrolmentServices): void {
  const serve = serving(app, enrolmentCalls);
  const showOrder = async (memberId: string) => {
    const order = await findRelevantOrder(services.db, memberId);
    return { data: order ? await presentOrder(services, order) : null };
  };

  serve('POST /enrolment/checkout', async ({ body, clientAddress, signedIn: { memberId } }) => {
    const network = services.keys.sign('network-of-hold', clientAddress).toString('base64url');
    return { data: await startCheckout(services, { ...body, memberId, network }) };
  });
  serve('POST /enrolment/checkout/cancel', async ({ signedIn: { memberId } }) => {
    await cancelCheckouts(services, memberId);
    return showOrder(memberId);
  });
  serve('POST /enrolment/payments/confirm', async ({ body, signedIn: { memberId } }) => {
    await services.limits.take(confirmationsPerMember, memberId);
    const order = await confirmOwnPayment(services, memberId, body.sessionId);
    return {
      data: {
        order: await presentOrder(services, order),
        member: await services.membership.toWire(services.db, memberId),
      },
    };
  });
  serve('GET /enrolment/order', async ({ signedIn: { memberId } }) => showOrder(memberId));
  serve('POST /enrolment/order/resolve', async ({ body, signedIn: { memberId } }) => {
    const cohort = body.choice === 'cohort' ? body : undefined;
    const resolve = () => resolveUnseated(services, { memberId, cohort });
    // A payment already received pre-empts holds of unproved addresses.
    const order = await (cohort ? takeFirmly(services, cohort.cohortId, resolve) : resolve());
    return { data: await presentOrder(services, order) };
  });
}

/** A session id is not a secret (IDOR): another member's is answered like an unknown one. */
async function confirmOwnPayment(services: EnrolmentServices, memberId: string, sessionId: string) {
  const known = await findOrderBySession(services.db, sessionId);
  if (known?.memberId !== memberId) throw new Refusal('payment-not-found');
  if (isSettled(known.state)) return known;
  try {
    return (await confirmPayment(services, sessionId)) ?? known;
  } catch (error) {
    // During an outage of the provider the outcome is "not known yet", never "failed".
    if (error instanceof Refusal && error.code === 'payment-provider-unavailable') return known;
    throw error;
  }
}

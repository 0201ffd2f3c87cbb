import { confirmationsPerMember, enrolmentCalls } from '../../../contract/calls/enrolment.ts';
import { serving } from '../../platform/http/serve.ts';
import type { Http } from '../../platform/http/typed.ts';
import { Refusal } from '../../platform/refusal.ts';
import { startCheckout } from './checkout.ts';
import { confirmPayment } from './confirm-payment.ts';
import { cancelCheckouts } from './end-order.ts';
import { findRelevantOrder, presentOrder } from './orders.ts';
import type { EnrolmentServices } from '../services.ts';
import { isSettled } from './order-states.ts';
import { findOrderBySession } from './orders.store.ts';
import { resolveUnseated } from './refunds.ts';
import { takeFirmly } from './settle-checkout.ts';

/** Checkout, confirmation and the order, for the member who asks. */
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
    const cohortId = body.choice === 'cohort' ? body.cohortId : undefined;
    const resolve = () => resolveUnseated(services, { memberId, cohortId });
    // Money that is here goes before a seat that is merely held.
    const order = await (cohortId === undefined ? resolve() : takeFirmly(services, cohortId, resolve));
    return { data: await presentOrder(services, order) };
  });
}

/** A session id is no secret and no proof: somebody else's answers like one that does not exist. */
async function confirmOwnPayment(services: EnrolmentServices, memberId: string, sessionId: string) {
  const known = await findOrderBySession(services.db, sessionId);
  if (known?.memberId !== memberId) throw new Refusal('payment-not-found');
  if (isSettled(known.state)) return known;
  try {
    return (await confirmPayment(services, sessionId)) ?? known;
  } catch (error) {
    // While the provider cannot be asked the answer is "not known yet", never "failed".
    if (error instanceof Refusal && error.code === 'payment-provider-unavailable') return known;
    throw error;
  }
}

import {
  CheckoutAnswer,
  CheckoutRequest,
  ConfirmPaymentAnswer,
  ConfirmPaymentRequest,
  OrderAnswer,
  ResolveUnseatedRequest,
} from '../../../contract/payments.ts';
import type { Http } from '../../platform/http/typed.ts';
import { Refusal } from '../../platform/refusal.ts';
import { startCheckout } from './checkout.ts';
import { confirmPayment } from './confirm-payment.ts';
import { cancelCheckouts } from './end-order.ts';
import { findRelevantOrder, presentOrder, type EnrolmentServices } from './orders.ts';
import { isSettled } from './order-states.ts';
import { findOrderBySession } from './orders.store.ts';
import { resolveUnseated } from './refunds.ts';
import { takeFirmly } from './settle-checkout.ts';

/** Asking about a payment reaches the provider, so one member may ask this often in a minute. */
const confirmLimit = { name: 'confirm-payment', points: 60, seconds: 60 };

/** Checkout, confirmation and the order, for the member who asks. */
export function paymentRoutes(app: Http, services: EnrolmentServices): void {
  const { requireMember } = services.membership;
  const showOrder = async (memberId: string) => {
    const order = await findRelevantOrder(services.db, memberId);
    return { data: order ? await presentOrder(services, order) : null };
  };

  app.post(
    '/enrolment/checkout',
    { schema: { body: CheckoutRequest, response: { 200: CheckoutAnswer } } },
    async (request) => {
      const { memberId } = await requireMember(request);
      const network = services.keys.sign('network-of-hold', request.clientAddress).toString('base64url');
      return { data: await startCheckout(services, { ...request.body, memberId, network }) };
    },
  );
  app.post('/enrolment/checkout/cancel', { schema: { response: { 200: OrderAnswer } } }, async (request) => {
    const { memberId } = await requireMember(request);
    await cancelCheckouts(services, memberId);
    return showOrder(memberId);
  });
  app.post(
    '/enrolment/payments/confirm',
    { schema: { body: ConfirmPaymentRequest, response: { 200: ConfirmPaymentAnswer } } },
    async (request) => {
      const { memberId } = await requireMember(request);
      await services.limits.take(confirmLimit, memberId);
      const order = await confirmOwnPayment(services, memberId, request.body.sessionId);
      return {
        data: {
          order: await presentOrder(services, order),
          member: await services.membership.toWire(services.db, memberId),
        },
      };
    },
  );
  app.get('/enrolment/order', { schema: { response: { 200: OrderAnswer } } }, async (request) =>
    showOrder((await requireMember(request)).memberId),
  );
  app.post(
    '/enrolment/order/resolve',
    { schema: { body: ResolveUnseatedRequest, response: { 200: OrderAnswer } } },
    async (request) => {
      const { memberId } = await requireMember(request);
      const cohortId = request.body.choice === 'cohort' ? request.body.cohortId : undefined;
      const resolve = () => resolveUnseated(services, { memberId, cohortId });
      // Money that is here goes before a seat that is merely held.
      const order = await (cohortId === undefined ? resolve() : takeFirmly(services, cohortId, resolve));
      return { data: await presentOrder(services, order) };
    },
  );
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

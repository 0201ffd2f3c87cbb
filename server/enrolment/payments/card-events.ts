import { transaction } from '../../platform/database/database.ts';
import { addJob } from '../../platform/jobs.ts';
import { findWaitingEvent, keepEvent, markProcessed, type KeptEvent } from './card-events.store.ts';
import { confirmPayment, settleCheckout } from './confirm-payment.ts';
import { cardEventJob } from './job-names.ts';
import type { EnrolmentServices } from './orders.ts';
import { applyRefunds } from './refunds.ts';

/**
 * Takes a signed event in: checked, kept, its job queued, all before the provider hears "received". A repeat is
 * answered the same and does nothing.
 *
 * @param rawBody the bytes as they came; the signature is over these
 * @throws Refusal invalid-signature
 */
export async function receiveCardEvent(
  services: EnrolmentServices,
  rawBody: Buffer,
  signature: string | undefined,
): Promise<void> {
  const event = services.cards.readEvent(rawBody, signature);
  await transaction(services.db, async (tx) => {
    if (await keepEvent(tx, event))
      await addJob(tx, { name: cardEventJob, payload: { eventId: event.id }, key: event.id });
  });
}

/** Acts on a kept event: only its ids are believed, what happened is asked again. */
export async function handleCardEvent(services: EnrolmentServices, eventId: string): Promise<void> {
  const event = await findWaitingEvent(services.db, eventId);
  if (!event) return;
  if (event.live === services.cards.live) await actOn(services, event);
  else services.log.error({ event: eventId }, 'an event of the other mode was ignored');
  await markProcessed(services.db, eventId);
}

async function actOn(services: EnrolmentServices, { type, objectId, paymentId }: KeptEvent): Promise<void> {
  if (type.startsWith('checkout.session.')) await confirmPayment(services, objectId);
  else if (type.startsWith('payment_intent.')) await confirmByPayment(services, objectId);
  else if (/^(charge\.|refund\.)/.test(type) && paymentId) {
    // A refund may be heard of before the payment it pays back.
    await confirmByPayment(services, paymentId);
    await applyRefunds(services, paymentId);
  }
}

async function confirmByPayment(services: EnrolmentServices, paymentId: string): Promise<void> {
  const checkout = await services.cards.findCheckoutOfPayment(paymentId);
  if (checkout) await settleCheckout(services, checkout);
}

import { isAboutMoneyBack, type CardNews } from '../../platform/cards/card-events/intake.ts';
import { endForgotten } from './checkouts/confirm-payment.ts';
import type { EnrolmentServices } from '../services.ts';
import { applyRefunds } from './refunds/refunds.ts';
import { settleCheckout } from './checkouts/settle-checkout.ts';

/** Handles card news about orders. The last handler: a payment that no seller claims is put on the list for staff. */
export async function handleCardNews(services: EnrolmentServices, news: CardNews): Promise<'mine' | 'not mine'> {
  const { checkout, checkoutId, paymentId } = news;
  let order = checkout && (await settleCheckout(services, checkout));
  if (!checkout && checkoutId !== null) order = await endForgotten(services, checkoutId);
  if (paymentId !== null && isAboutMoneyBack(news)) await applyRefunds(services, paymentId);
  return order ? 'mine' : 'not mine';
}

import { isAboutMoneyBack, type CardNews } from '../../platform/cards/card-events/intake.ts';
import { endForgotten } from './confirm-payment.ts';
import type { EnrolmentServices } from '../services.ts';
import { applyRefunds } from './refunds.ts';
import { settleCheckout } from './settle-checkout.ts';

/** Acts on news of the card provider about an order. What belongs to nobody ends here, on the list for staff. */
export async function handleCardNews(services: EnrolmentServices, news: CardNews): Promise<'mine' | 'not mine'> {
  const { checkout, checkoutId, paymentId } = news;
  let order = checkout && (await settleCheckout(services, checkout));
  if (!checkout && checkoutId !== null) order = await endForgotten(services, checkoutId);
  if (paymentId !== null && isAboutMoneyBack(news)) await applyRefunds(services, paymentId);
  return order ? 'mine' : 'not mine';
}

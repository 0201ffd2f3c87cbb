import { isAboutMoneyBack, type CardNews } from '../../../platform/cards/card-events/intake.ts';
import type { Services } from '../../services.ts';
import { followMoneyBack } from './money.ts';
import { settlePlanCheckout } from '../checkouts/settle-checkout.ts';
import { refreshSubscription } from './subscriptions.ts';

/** Handles the card provider's events about plans; others are not ours. */
export async function handleCardNews(services: Services, news: CardNews): Promise<'mine' | 'not mine'> {
  const { checkout, subscriptionId, paymentId } = news;
  let isMine = checkout !== undefined && (await settlePlanCheckout(services, checkout));
  // A checkout of another seller.
  if (checkout !== undefined && !isMine) return 'not mine';
  if (subscriptionId !== null && checkout === undefined) isMine = await refreshSubscription(services, subscriptionId);
  if (paymentId !== null && isAboutMoneyBack(news)) isMine = (await findMoneyBack(services, paymentId)) || isMine;
  return isMine ? 'mine' : 'not mine';
}

/** Out-of-order events: a refund of a subscription's payment may arrive before the payment itself. */
async function findMoneyBack(services: Services, paymentId: string): Promise<boolean> {
  if (await followMoneyBack(services, paymentId)) return true;
  const subscriptionId = await services.cards.findSubscriptionOfPayment(paymentId);
  return subscriptionId !== undefined && refreshSubscription(services, subscriptionId);
}

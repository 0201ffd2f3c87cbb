import { isAboutMoneyBack, type CardNews } from '../../../platform/cards/card-events/intake.ts';
import type { Services } from '../../services.ts';
import { followMoneyBack } from './money.ts';
import { settlePlanCheckout } from '../checkouts/settle-checkout.ts';
import { refreshSubscription } from './subscriptions.ts';

/** Acts on news of the card provider about plans, and on no other. */
export async function handleCardNews(services: Services, news: CardNews): Promise<'mine' | 'not mine'> {
  const { checkout, subscriptionId, paymentId } = news;
  let isMine = checkout !== undefined && (await settlePlanCheckout(services, checkout));
  // One that was paid at somebody else's checkout.
  if (checkout !== undefined && !isMine) return 'not mine';
  if (subscriptionId !== null && checkout === undefined) isMine = await refreshSubscription(services, subscriptionId);
  if (paymentId !== null && isAboutMoneyBack(news)) isMine = (await findMoneyBack(services, paymentId)) || isMine;
  return isMine ? 'mine' : 'not mine';
}

/** Money of a subscription may go back before we have heard that it came. */
async function findMoneyBack(services: Services, paymentId: string): Promise<boolean> {
  if (await followMoneyBack(services, paymentId)) return true;
  const subscriptionId = await services.cards.findSubscriptionOfPayment(paymentId);
  return subscriptionId !== undefined && refreshSubscription(services, subscriptionId);
}

import type { Page } from '../page/page.ts';
import { leavePrice } from './checkout.ts';
import { isSamePage, keepPayment, readPayment, type Payment } from '../page/paying.ts';

/**
 * What was paid is told to the service by the card provider, often a moment after the member is back on the page. So the
 * page asks again until the plan is there, and what is for its members opens without a reload.
 */

/** As it was when the page came: a payment that begins on this page is for the next. */
let payment = readPayment();

/** Does nothing unless the visitor is back from paying. */
export async function confirmPayment(page: Page): Promise<void> {
  if (!payment) return;
  const { cancelUrl, returnedAt = Date.now(), ...purchase } = payment;
  const isBack = payment.returnedAt !== undefined || hasReturned(payment);
  payment = null;
  // A visitor who goes on to another page of the site waits there.
  if (isBack) keepPayment({ ...purchase, cancelUrl, returnedAt });
  else leavePrice(purchase);
  const { awaitPayment } = await import('./await-payment.ts');
  await awaitPayment(page, purchase.priceId, isBack ? returnedAt : undefined);
}

/** Whether this is the success page. A visitor who turns back comes to another address, or by the browser's button. */
function hasReturned({ successUrl, cancelUrl }: Payment): boolean {
  const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return visit?.type !== 'back_forward' && location.href !== cancelUrl && isSamePage(location.href, successUrl);
}

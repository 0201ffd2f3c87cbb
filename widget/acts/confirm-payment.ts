import type { Page } from '../page/page.ts';
import { leavePrice } from './checkout.ts';
import { forgetPayment, isSamePage, keepPayment, readPayment, type Payment } from '../page/paying.ts';

/**
 * What was paid is told to the service by the card provider, often a moment after the member is back on the page. So the
 * page asks again until the plan is there, and what is for its members opens without a reload.
 */

/** How often is asked, and for how long after the return: at first, and once it takes longer than usual. Milliseconds. */
const usual = { everyMs: 1_500, untilMs: 30_000 };
const late = { everyMs: 6_000, untilMs: 150_000 };
/** A sentence is told again before its box goes. Milliseconds. */
const retellMs = 5_500;

const sentences = {
  waiting: 'Your payment is being confirmed. This takes a moment.',
  late: 'Your payment is not confirmed yet. Please load this page again in some minutes, and do not pay a second time: a payment that gives no plan normally goes back.',
  confirmed: 'Your payment is confirmed.',
};

/** As it was when the page came: a payment that begins on this page is for the next. */
let payment = readPayment();

/** Does nothing unless the visitor is back from paying. */
export async function confirmPayment({ membership, getApp, tell }: Page): Promise<void> {
  if (!payment) return;
  const { cancelUrl, returnedAt = Date.now(), ...purchase } = payment;
  const isBack = payment.returnedAt !== undefined || hasReturned(payment);
  payment = null;
  // A visitor who goes on to another page of the site waits there.
  if (isBack) keepPayment({ ...purchase, cancelUrl, returnedAt });
  else leavePrice(purchase);

  const { plans } = await getApp();
  const plan = plans.find(({ prices }) => prices.some(({ id }) => id === purchase.priceId));
  const isThere = () =>
    membership.knownMember()?.planConnections.some(({ planId, active }) => active && planId === plan?.id) === true;
  /** Tells everybody who is signed in as well, so that the page is drawn anew. */
  const ask = () => membership.getCurrentMember().catch(() => undefined);
  const elapsedMs = () => Date.now() - returnedAt;
  const isOpen = () => isBack && plan !== undefined && !isThere() && elapsedMs() < late.untilMs;
  const say = createTeller(tell);

  let hasWaited = false;
  while (isOpen() && membership.knownMember()) {
    hasWaited = true;
    const isLate = elapsedMs() > usual.untilMs;
    if (isLate) say(sentences.late, 'error');
    else say(sentences.waiting, 'success');
    await wait(isLate ? late.everyMs : usual.everyMs);
    await ask();
  }
  forgetPayment();
  if (hasWaited && isThere()) tell(sentences.confirmed, 'success');
  // A page that is only for others stays closed no longer.
  await ask();
}

/** Whether this is the success page. A visitor who turns back comes to another address, or by the browser's button. */
function hasReturned({ successUrl, cancelUrl }: Payment): boolean {
  const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return visit?.type !== 'back_forward' && location.href !== cancelUrl && isSamePage(location.href, successUrl);
}

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

function createTeller(tell: Page['tell']): Page['tell'] {
  let told = { text: '', at: 0 };
  return (text, kind) => {
    if (text === told.text && Date.now() - told.at < retellMs) return;
    told = { text, at: Date.now() };
    tell(text, kind);
  };
}

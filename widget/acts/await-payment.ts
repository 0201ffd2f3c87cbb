import type { Page } from '../page/page.ts';
import { forgetPayment } from '../page/paying.ts';

/** Asks until the plan is there that was paid for. Fetched on a page that one comes to from paying. */

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

/** @param returnedAt milliseconds since the epoch; undefined where the visitor turned back, and there is nothing to wait for */
export async function awaitPayment(
  { membership, getApp, tell }: Page,
  priceId: string,
  returnedAt: number | undefined,
): Promise<void> {
  const { plans } = await getApp();
  const plan = plans.find(({ prices }) => prices.some(({ id }) => id === priceId));
  const isThere = () =>
    membership.knownMember()?.planConnections.some(({ planId, active }) => active && planId === plan?.id) === true;
  /** Tells everybody who is signed in as well, so that the page is drawn anew. */
  const ask = () => membership.getCurrentMember().catch(() => undefined);
  const elapsedMs = () => Date.now() - (returnedAt ?? 0);
  const isOpen = () => plan !== undefined && !isThere() && elapsedMs() < late.untilMs;
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

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

function createTeller(tell: Page['tell']): Page['tell'] {
  let told = { text: '', at: 0 };
  return (text, kind) => {
    if (text === told.text && Date.now() - told.at < retellMs) return;
    told = { text, at: Date.now() };
    tell(text, kind);
  };
}

import type { Checkout, Membership } from '../../client/membership.ts';
import { isReplacing } from '../page/cart.ts';
import type { Page } from '../page/page.ts';
import { forgetPayment, isSamePage, keepPayment } from '../page/paying.ts';

/** The way to the card provider. A site in test mode shows its test cards on the way. */

type Purchase = Pick<Checkout, 'priceId' | 'couponId' | 'replacesSubscriptions' | 'successUrl'>;

interface Chosen {
  membership: Pick<Membership, 'purchasePlansWithCheckout'>;
  cart: Page['cart'];
}

/** Refusals that say nothing against the price. */
const triedAgain = new Set(['network-error', 'login-required']);

/** What was to be paid when the visitor turned back. */
let left: Purchase | undefined;
export const priceLeft = (): Purchase | undefined => left;
export const leavePrice = (purchase: Purchase): void => void (left = purchase);

/** Ends what the attempt before would do when the visitor turns back. */
let attempt = new AbortController();

export const hasChosenPrice = ({ cart }: Pick<Chosen, 'cart'>): boolean => cart.read('price').length > 0;

/**
 * Goes to the card provider's page, and keeps for the return that there is a payment to wait for.
 *
 * @throws RequestError what the service refuses; nothing is remembered then
 */
export async function goToPay(membership: Chosen['membership'], purchase: Purchase): Promise<void> {
  const [here] = location.href.split('#');
  const successUrl = purchase.successUrl ?? here!;
  // Turning back and having paid are told apart by the address alone.
  const cancelUrl = isSamePage(successUrl, location.href) ? new URL('#', location.href).href : location.href;
  keepPayment({ ...purchase, successUrl, cancelUrl });
  // Restored from the back/forward cache: the visitor has turned back.
  attempt.abort();
  const own = (attempt = new AbortController());
  const onShow = ({ persisted }: PageTransitionEvent) => {
    if (!persisted) return;
    forgetPayment();
    leavePrice(purchase);
  };
  addEventListener('pageshow', onShow, { signal: own.signal });
  try {
    await membership.purchasePlansWithCheckout({ ...purchase, successUrl, cancelUrl });
  } catch (error) {
    own.abort();
    forgetPayment();
    throw error;
  }
}

/** Goes to pay for the price chosen before, and forgets it. */
export async function payChosen({ membership, cart }: Chosen, successUrl?: string): Promise<void> {
  const [priceId] = cart.read('price');
  const [couponId] = cart.read('coupon');
  const forget = () => cart.empty('price');
  try {
    await goToPay(membership, {
      priceId: priceId!,
      ...(couponId ? { couponId } : {}),
      ...(isReplacing('price') ? { replacesSubscriptions: true } : {}),
      ...(successUrl ? { successUrl } : {}),
    });
  } catch (error) {
    // What is refused would be so after every log-in; what did not arrive, or came too early, is tried again.
    if (!triedAgain.has((error as { code?: string }).code ?? '')) forget();
    throw error;
  }
  forget();
}

/**
 * Pays at once on a live site; in test mode once the member goes on from the test cards.
 *
 * @param onClosed in test mode, when the test cards are closed without going on
 */
export async function leadToPay(
  { getApp, modals }: Page,
  pay: () => Promise<unknown>,
  onClosed: () => void = () => undefined,
): Promise<void> {
  const { mode } = await getApp();
  if (mode !== 'sandbox') return void (await pay());
  // Not awaited to its end: reading the cards must not count as a call that takes long.
  await modals.open('TEST_CARD', { testCard: { onContinue: pay } }, ({ type }) => {
    if (type === 'CLOSED') onClosed();
  });
}

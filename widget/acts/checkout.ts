import type { Membership } from '../../client/membership.ts';
import type { Page } from '../page/page.ts';

/** The way to the card provider. A site in test mode shows its test cards on the way. */

interface Chosen {
  membership: Pick<Membership, 'purchasePlansWithCheckout'>;
  cart: Page['cart'];
}

/** Refusals that say nothing against the price. */
const triedAgain = new Set(['network-error', 'login-required']);

export const hasChosenPrice = ({ cart }: Pick<Chosen, 'cart'>): boolean => cart.read('price').length > 0;

/** Goes to pay for the price that somebody chose before, and forgets it. */
export async function payChosen({ membership, cart }: Chosen, successUrl?: string): Promise<void> {
  const [priceId] = cart.read('price');
  const [couponId] = cart.read('coupon');
  const forget = () => {
    cart.empty('price');
    cart.empty('coupon');
  };
  try {
    await membership.purchasePlansWithCheckout({
      priceId: priceId!,
      ...(couponId ? { couponId } : {}),
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
 * Pays at once on a live site; in test mode once somebody goes on from the test cards.
 *
 * @param onClosed in test mode, nobody wants to pay after all
 */
export async function leadToPay(
  { getApp, modals }: Page,
  pay: () => Promise<unknown>,
  onClosed: () => void = () => undefined,
): Promise<void> {
  const { mode } = await getApp();
  if (mode !== 'sandbox') return void (await pay());
  // Nobody waits for its end: whoever reads is not to be told that it takes long.
  await modals.open('TEST_CARD', { testCard: { onContinue: pay } }, ({ type }) => {
    if (type === 'CLOSED') onClosed();
  });
}

import type { Membership } from '../../client/membership.ts';
import { cart } from './cart.ts';
import { read, readPlain } from './dom.ts';
import { bySettings, goTo, onSite } from './redirect.ts';

/** What happens once somebody has signed in: the checkout they were on their way to, else the page they belong on. */
export type AfterSignIn = (redirect: string | null, form?: Element) => Promise<void>;

export function createAfterSignIn(membership: Membership): AfterSignIn {
  return async (redirect, form) => {
    const [plan] = cart.read('plan');
    cart.empty('plan');
    // A sign-up has taken the plan with it; somebody who only logged in takes it now.
    if (plan && !membership.knownMember()?.planConnections.some(({ planId, active }) => planId === plan && active))
      await membership.addPlan({ planId: plan }).catch(() => undefined);
    const onForm = form && read(form, 'price:add');
    const priceId = onForm || cart.read('price')[0];
    if (priceId) {
      // What was chosen is forgotten only once it has led somewhere.
      await membership.purchasePlansWithCheckout({ priceId });
      return cart.empty('price');
    }
    goTo((form && formRedirect(form)) ?? clickedRedirect() ?? bySettings(redirect));
  };
}

const formRedirect = (form: Element) => onSite(readPlain(form, 'redirect') ?? readPlain(form, 'data-redirect'));

/** Set by `data-ms-redirect` on the element somebody pressed last. */
let clicked: string | undefined;
export const rememberRedirect = (element: Element): void => {
  clicked = onSite(read(element, 'redirect')) ?? clicked;
};
const clickedRedirect = () => clicked;

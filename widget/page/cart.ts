import { tabStore } from '../../client/storage.ts';
import { read } from './dom.ts';

/** What a visitor chose before signing in: plans, a price with its coupon, an invitation. Kept for the tab, used once. */

const shapes = {
  plan: /^pln_[\w-]{1,100}$/,
  price: /^prc_[\w-]{1,100}$/,
  coupon: /^[\w-]{1,100}$/,
  invite: /^[\w-]{1,200}$/,
};

export type Choice = keyof typeof shapes;
/** With `update`, a price that replaces other subscriptions: it is kept under both. */
type Kept = Choice | 'update';

const keyOf = <T extends Kept>(kept: T) => `ms_${kept}` as const;

/** Ids as an attribute lists them; what is none is passed over. */
export const idsIn = (choice: Choice, text: string | null): string[] =>
  (text ?? '')
    .trim()
    .split(/\s*,\s*/)
    .filter((each) => shapes[choice].test(each));

/** The plans or prices that an element adds, whichever way. */
export const chosenBy = (element: Element, choice: 'plan' | 'price'): string[] =>
  idsIn(choice, read(element, `${choice}:add`) ?? read(element, `${choice}:update`));

/** Whether the price that an element chooses, by `price:add` or else by `price:update`, replaces other subscriptions. */
export const replacesBy = (element: Element): boolean => read(element, 'price:add') === null;

/** Whether the chosen price replaces the member's other subscriptions. */
export const isReplacing = (): boolean => {
  const replacing = tabStore.read(keyOf('update'));
  return replacing !== null && replacing === tabStore.read(keyOf('price'));
};

const empty = (kept: Kept): void => {
  tabStore.remove(keyOf(kept));
  if (kept !== 'price') return;
  empty('coupon');
  empty('update');
};
const keep = (kept: Kept, ids: string[]): void => (ids[0] ? tabStore.write(keyOf(kept), ids.join()) : empty(kept));

export const cart = {
  keep,
  empty,
  read: (choice: Choice): string[] => idsIn(choice, tabStore.read(keyOf(choice))),
  /** Takes over what a button or a form says; what it does not speak of stays. */
  take(element: Element): void {
    const plans = chosenBy(element, 'plan');
    const prices = chosenBy(element, 'price');
    if (plans[0]) keep('plan', plans);
    if (prices[0]) {
      keep('price', prices);
      keep('update', replacesBy(element) ? prices : []);
      keep('coupon', idsIn('coupon', read(element, 'coupon')));
    }
    if (read(element, 'price:remove') === 'all') empty('price');
  },
};

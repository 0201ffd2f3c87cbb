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

const keyOf = <T extends Choice>(choice: T) => `ms_${choice}` as const;

/** Written beside a price that replaces other subscriptions. It has not the shape of an id, so `read` passes it over. */
const replacing = 'update';

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
export const isReplacing = (): boolean => tabStore.read(keyOf('price'))?.endsWith(replacing) === true;

const empty = (choice: Choice): void => {
  tabStore.remove(keyOf(choice));
  if (choice === 'price') empty('coupon');
};
const keep = (choice: Choice, ids: string[]): void =>
  ids.length > 0 ? tabStore.write(keyOf(choice), ids.join()) : empty(choice);

export const cart = {
  keep,
  empty,
  read: (choice: Choice): string[] => idsIn(choice, tabStore.read(keyOf(choice))),
  /** Takes over what a button or a form says; what it does not speak of stays. */
  take(element: Element): void {
    const plans = chosenBy(element, 'plan');
    const prices = chosenBy(element, 'price');
    if (plans.length > 0) keep('plan', plans);
    if (prices.length > 0) {
      keep('price', replacesBy(element) ? [...prices, replacing] : prices);
      keep('coupon', idsIn('coupon', read(element, 'coupon')));
    }
    if (read(element, 'price:remove') === 'all') empty('price');
  },
};

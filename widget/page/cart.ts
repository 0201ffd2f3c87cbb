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
type Taken = 'plan' | 'price';

const keyOf = (choice: Choice) => `ms_${choice}` as const;

/** Ids as an attribute lists them; what is none is passed over. */
export const idsIn = (choice: Choice, text: string | null): string[] =>
  (text ?? '')
    .trim()
    .split(/\s*,\s*/)
    .filter((each) => shapes[choice].test(each));

/** The plans or prices that an element adds, whichever way. */
export const chosenBy = (element: Element, taken: Taken): string[] =>
  idsIn(taken, read(element, `${taken}:add`) ?? read(element, `${taken}:update`));

/** Whether what an element chooses, by `…:add` or else by `…:update`, replaces others of its kind. */
export const replacesBy = (element: Element, taken: Taken): boolean => read(element, `${taken}:add`) === null;

/** Whether what was chosen replaces others of its kind: then `update`, which is no id, is kept behind the ids. */
export const isReplacing = (taken: Taken): boolean => tabStore.read(keyOf(taken))?.endsWith(',update') ?? false;

const empty = (choice: Choice): void => {
  tabStore.remove(keyOf(choice));
  if (choice === 'price') empty('coupon');
};
const keep = (choice: Choice, ids: string[]): void =>
  ids[0] ? tabStore.write(keyOf(choice), ids.join()) : empty(choice);

export const cart = {
  keep,
  empty,
  read: (choice: Choice): string[] => idsIn(choice, tabStore.read(keyOf(choice))),
  /** Takes over what a button or a form says; what it does not speak of stays. */
  take(element: Element): void {
    for (const taken of ['plan', 'price'] as const) {
      const ids = chosenBy(element, taken);
      if (!ids[0]) continue;
      keep(taken, replacesBy(element, taken) ? [...ids, 'update'] : ids);
      if (taken === 'price') keep('coupon', idsIn('coupon', read(element, 'coupon')));
    }
    if (read(element, 'price:remove') === 'all') empty('price');
  },
};

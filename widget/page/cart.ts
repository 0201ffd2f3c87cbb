import { tabStore } from '../../client/storage.ts';

/** What a visitor chose before logging in: free plans, or a price to pay. Kept for the tab, used once. */

const keys = { plan: 'ms_plan', price: 'ms_price' } as const;
const shapes = { plan: /^pln_[\w-]{1,100}$/, price: /^prc_[\w-]{1,100}$/ };

export type Choice = keyof typeof keys;

/** Ids as an attribute lists them; what is none is passed over. */
export const idsIn = (choice: Choice, text: string | null): string[] =>
  (text ?? '')
    .split(',')
    .map((each) => each.trim())
    .filter((each) => shapes[choice].test(each));

export const cart = {
  keep: (choice: Choice, ids: string[]): void => tabStore.write(keys[choice], ids.join()),
  read: (choice: Choice): string[] => idsIn(choice, tabStore.read(keys[choice])),
  empty: (choice: Choice): void => tabStore.remove(keys[choice]),
};

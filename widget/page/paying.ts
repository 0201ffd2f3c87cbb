import { tabStore } from '../../client/storage.ts';

/** A payment that this tab was left for. Kept for the tab until it is known how that ended. */
export interface Payment {
  priceId: string;
  couponId?: string;
  replacesSubscriptions?: boolean;
  /** Where the card provider leads after a payment … */
  successUrl: string;
  /** … and after turning back. */
  cancelUrl: string;
  /** When the visitor came back having paid, as far as the address tells. Milliseconds since the epoch. */
  returnedAt?: number;
}

const key = 'ms_paying';

/** Whether there is one. */
export const isPaying = (): boolean => tabStore.read(key) !== null;
export const readPayment = (): Payment | null => tabStore.readJson(key);
export const keepPayment = (payment: Payment): void => tabStore.write(key, JSON.stringify(payment));
export const forgetPayment = (): void => tabStore.remove(key);

const pathOf = (address: string) => {
  const { origin, pathname } = new URL(address, location.href);
  return origin + pathname.replace(/\/$/, '');
};

/** Whether two addresses are of one page, a slash at the end or not: hosts add one, and take one away. */
export const isSamePage = (one: string, other: string): boolean => pathOf(one) === pathOf(other);

import { valueWords } from './setting-words.ts';

type Price = Readonly<Record<string, unknown>>;

/** A price in few words: "NZD 57.00 every 3 months". */
export function sayPrice({ amountCents, currency, type, intervalType, intervalCount }: Price): string {
  const amount = typeof amountCents === 'number' ? (amountCents / 100).toFixed(2) : '?';
  const span = (valueWords[String(intervalType)] ?? '').toLowerCase();
  const count = typeof intervalCount === 'number' ? intervalCount : 1;
  const often = type === 'ONETIME' ? 'once' : count === 1 ? `a ${span}` : `every ${count} ${span}s`;
  return `${String(currency)} ${amount} ${often}`;
}

const asNew: Readonly<Record<string, Price>> = {
  SUBSCRIPTION: { intervalType: 'MONTHLY', intervalCount: 1 },
  ONETIME: { intervalType: null, intervalCount: null },
};

/**
 * A price as one that is paid once, or again and again: what only the other kind has goes with it.
 *
 * @param saved the same price as it is saved, if it is: back to its own kind, it is paid as often as before
 */
export function asKind(price: Price, type: string, saved: Price | undefined): Price {
  const own = saved?.['type'] === type ? saved : asNew[type]!;
  const { trialDays = null, accessDays = null } = (own['rules'] ?? {}) as Price;
  return {
    ...price,
    type,
    intervalType: own['intervalType'],
    intervalCount: own['intervalCount'],
    rules: { ...(price['rules'] as Price | undefined), trialDays, accessDays },
  };
}

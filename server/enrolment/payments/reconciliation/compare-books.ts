import type { Difference, Reconciled } from '../../../../contract/console/reconciliation.ts';

/** A movement as one side has it. */
export interface Movement {
  /** The same on both sides. */
  id: string;
  /** null for money of no order of ours. */
  partner: string | null;
  orderId: string | null;
  reference: string | null;
  amountCents: number;
  currency: string;
  at: Date;
}

/**
 * Compares two books by the ids in them.
 *
 * @returns sums by partner and currency, and one difference for each movement that only one side has or both differently
 */
export function compareBooks(
  provider: readonly Movement[],
  ours: readonly Movement[],
): Pick<Reconciled, 'partners' | 'differences'> {
  const sums = new Map<string, Reconciled['partners'][number]>();
  const sumOf = ({ partner, currency }: Movement) => {
    const key = `${partner} ${currency}`;
    const none = () => ({ count: 0, cents: 0 });
    const sum = sums.get(key) ?? { partner, currency, provider: none(), ours: none() };
    sums.set(key, sum);
    return sum;
  };
  for (const [side, movements] of [
    ['provider', provider],
    ['ours', ours],
  ] as const)
    for (const movement of movements) {
      const sum = sumOf(movement)[side];
      sum.count++;
      sum.cents += movement.amountCents;
    }
  const recorded = new Map(ours.map((movement) => [movement.id, movement]));
  const known = new Set(provider.map(({ id }) => id));
  const differences = [
    ...provider.flatMap((movement) => differenceOf(movement, recorded.get(movement.id))),
    ...ours
      .filter(({ id }) => !known.has(id))
      .map((movement) => described('not-at-provider', movement, undefined, movement)),
  ];
  return {
    partners: [...sums.values()].toSorted((one, other) => (one.partner ?? '~').localeCompare(other.partner ?? '~')),
    differences: differences.toSorted((one, other) => one.at.localeCompare(other.at)),
  };
}

function differenceOf(theirs: Movement, our: Movement | undefined): Difference[] {
  if (!our) return [described('not-recorded', theirs, theirs, undefined)];
  const isEqual = our.amountCents === theirs.amountCents && our.currency === theirs.currency;
  return isEqual ? [] : [described('amount', theirs, theirs, our)];
}

const described = (
  kind: Difference['kind'],
  { id, partner, orderId, reference, currency, at }: Movement,
  theirs: Movement | undefined,
  our: Movement | undefined,
): Difference => ({
  kind,
  id,
  partner,
  orderId,
  reference,
  matterId: null,
  providerCents: theirs?.amountCents ?? null,
  ourCents: our?.amountCents ?? null,
  currency,
  at: at.toISOString(),
});

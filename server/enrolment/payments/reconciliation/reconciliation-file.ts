import type { Difference, Reconciled } from '../../../../contract/console/reconciliation.ts';
import { byteOrderMark, toCsvLine } from '../../../platform/csv.ts';

type Cell = string | number | null;

const head = [
  'Line',
  'Date',
  'Partner',
  'Order',
  'Id at the provider',
  'Provider',
  'Intake',
  'Currency',
  'Provider count',
  'Intake count',
];

const kindWords: Readonly<Record<Difference['kind'], string>> = {
  'not-recorded': 'Not recorded here',
  'not-at-provider': 'Not at the provider',
  amount: 'Another amount',
};

const unitsOf = (cents: number | null) => (cents === null ? null : cents / 100);

/**
 * A comparison as CSV: its differences, a line each, and then the sums of each partner, in units of the currency. A first line
 * says where not all was compared.
 */
export function* writeReconciled({ isWhole, differences, partners }: Reconciled): Generator<string> {
  const line = (cells: readonly Cell[]) => `${toCsvLine(cells)}\r\n`;
  yield byteOrderMark + line(head);
  if (!isWhole) yield line(['Not all of these days is compared', ...head.slice(1).map(() => null)]);
  for (const { kind, at, partner, reference, id, providerCents, ourCents, currency } of differences)
    yield line([
      kindWords[kind],
      at,
      partner,
      reference,
      id,
      unitsOf(providerCents),
      unitsOf(ourCents),
      currency.toUpperCase(),
      null,
      null,
    ]);
  for (const { partner, currency, provider, ours } of partners)
    yield line([
      'Sum',
      null,
      partner,
      null,
      null,
      unitsOf(provider.cents),
      unitsOf(ours.cents),
      currency.toUpperCase(),
      provider.count,
      ours.count,
    ]);
}

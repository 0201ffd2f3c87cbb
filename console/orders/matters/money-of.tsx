import type { MatterDetail } from '../../../contract/console/matter-schemas.ts';
import { momentOf } from '../../shell/times.ts';
import { amountText, paidCurrency } from '../order-words.ts';

const refundStates: Readonly<Record<string, string>> = {
  requested: 'asked for',
  pending: 'on its way',
  succeeded: 'paid back',
  failed: 'failed',
  canceled: 'cancelled',
};

/** What came in and went back for the matter's order, in its order. */
export function MoneyOf({ matter: { order, payments, refunds } }: { matter: MatterDetail }) {
  if (!order || payments.length + refunds.length === 0) return null;
  const lines = [
    ...payments.map(({ id, amountCents, currency, at, isTakenBack }) => ({
      id,
      at,
      text: `${amountText(amountCents, currency)} came in${isTakenBack ? '; the bank has taken it back' : ''}`,
      more: id,
    })),
    ...refunds.map(({ id, amountCents, state, reason, at }) => ({
      id,
      at,
      text: `${amountText(amountCents, paidCurrency(order.currency, payments))} back: ${
        reason === 'returned-elsewhere' ? 'by another way' : (refundStates[state] ?? state)
      }`,
      more: '',
    })),
  ].toSorted((one, other) => one.at.localeCompare(other.at));
  return (
    <section>
      <h2>Money</h2>
      <ul className="mt-1 divide-y divide-line">
        {lines.map(({ id, at, text, more }) => (
          <li key={id} className="py-2">
            <p>{text}</p>
            <p className="text-sm text-muted wrap-anywhere">
              <time dateTime={at}>{momentOf(at)}</time>
              {more && <span className="ml-2 font-mono">{more}</span>}
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}

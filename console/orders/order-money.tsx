import type { ReactNode } from 'react';
import type { ShownOrder, ShownRefund } from '../../contract/console/order-care-schemas.ts';
import { Badge } from '../../ui/badge.tsx';
import { momentOf } from '../shell/times.ts';
import { decisionOf } from './order-entry-words.ts';
import { amountText, paidCurrency } from './order-words.ts';

const refundStates: Record<ShownRefund['state'], { words: string; tone: 'success' | 'warning' | 'error' | 'neutral' }> =
  {
    requested: { words: 'Asked for', tone: 'neutral' },
    pending: { words: 'On its way', tone: 'neutral' },
    succeeded: { words: 'Paid back', tone: 'success' },
    failed: { words: 'Failed', tone: 'error' },
    canceled: { words: 'Called off', tone: 'warning' },
  };

/** Money in and back, each movement with what became of it. */
export function OrderMoney({ order }: { order: ShownOrder }) {
  const { payments, refunds } = order;
  const currency = paidCurrency(order.currency, payments);
  return (
    <div className="flex max-w-[46rem] flex-col gap-8">
      <Part title="Money in" none="Nothing has been paid.">
        {payments.map(({ id, amountCents, receivedAt, providerPaymentId, isDisputeLost, lostCents }) => (
          <Line key={id} amount={amountText(amountCents, currency)} at={receivedAt}>
            <span className="font-mono text-sm wrap-anywhere select-all">{providerPaymentId}</span>
            {isDisputeLost && <Badge tone="error">Taken back by the bank</Badge>}
            {lostCents > 0 && <Badge tone="error">{`${amountText(lostCents, currency)} taken back by the bank`}</Badge>}
          </Line>
        ))}
      </Part>
      <Part title="Money back" none="Nothing has gone back.">
        {refunds.map((refund) => (
          <Line key={refund.id} amount={amountText(refund.amountCents, currency)} at={refund.createdAt}>
            <Badge tone={refundStates[refund.state].tone}>{refundStates[refund.state].words}</Badge>
            <span className="wrap-anywhere">{decisionOf(refund)}</span>
          </Line>
        ))}
      </Part>
    </div>
  );
}

function Part({ title, none, children }: { title: string; none: string; children: ReactNode[] }) {
  return (
    <section>
      <h2>{title}</h2>
      {children.length === 0 && <p className="mt-1 text-muted">{none}</p>}
      {children.length > 0 && <ul className="divide-y divide-line">{children}</ul>}
    </section>
  );
}

function Line({ amount, at, children }: { amount: string; at: string; children: ReactNode }) {
  return (
    <li className="py-3">
      <p className="font-semibold">{amount}</p>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">{children}</p>
      <p className="text-sm text-muted">
        <time dateTime={at}>{momentOf(at)}</time>
      </p>
    </li>
  );
}

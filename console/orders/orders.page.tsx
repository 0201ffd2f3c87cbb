import { ShoppingCart } from 'lucide-react';
import type { ReactNode } from 'react';
import { orderList, type OrderRow } from '../../contract/console/orders.ts';
import { List } from '../list/list.tsx';
import { send } from '../session/client.ts';
import { useMay } from '../session/me.ts';
import { EmptyState } from '../shell/empty-state.tsx';
import { NotFound } from '../shell/not-found.page.tsx';
import { Page } from '../shell/page.tsx';
import { momentOf } from '../shell/times.ts';
import { amountText, orderStateWords, stateChoices, usePartnerChoices } from './order-words.ts';

/** Every order of a seat, in scope. */
export function Component() {
  return useMay('see-orders') ? <OrdersPage /> : <NotFound />;
}

function OrdersPage() {
  const partner = usePartnerChoices();
  return (
    <Page title="Orders" about="Every seat that somebody ordered. A row leads to its student.">
      <List<OrderRow>
        declaration={orderList}
        queryKey={['orders']}
        rowsName="orders"
        fetchPage={(query) => send('GET /console/api/orders', undefined, { ...query })}
        rowKey={({ id }) => id}
        rowTo={({ siteId, memberId }) => `/sites/${siteId}/members/${memberId}`}
        cells={cells}
        choices={{ partner, state: stateChoices }}
        wide={['student', 'cohort']}
        empty={
          <EmptyState icon={ShoppingCart} title="No orders yet">
            <p>An order appears here as soon as a student chooses a seat and goes to pay for it.</p>
          </EmptyState>
        }
      />
    </Page>
  );
}

const cells: Record<string, (row: OrderRow) => ReactNode> = {
  reference: ({ reference }) => <span className="font-mono text-sm">{reference}</span>,
  student: ({ student }) => student || 'Account deleted',
  partner: ({ partner }) => partner.toUpperCase(),
  cohort: ({ cohort }) => cohort,
  state: ({ state }) => orderStateWords[state],
  amount: ({ amountCents, currency }) => amountText(amountCents, currency),
  paid: ({ paidAt }) => paidAt && <time dateTime={paidAt}>{momentOf(paidAt)}</time>,
  created: ({ createdAt }) => <time dateTime={createdAt}>{momentOf(createdAt)}</time>,
};

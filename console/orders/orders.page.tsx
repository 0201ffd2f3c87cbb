import { ShoppingCart } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { orderList, type OrderRow } from '../../contract/console/orders.ts';
import { Button } from '../../ui/button.tsx';
import { List } from '../list/list.tsx';
import { send } from '../session/client.ts';
import { useMay } from '../session/me.ts';
import { EmptyState } from '../shell/empty-state.tsx';
import { NotFound } from '../shell/not-found.page.tsx';
import { Page } from '../shell/page.tsx';
import { momentOf } from '../shell/times.ts';
import { ExportDialog } from './order-export-dialog.tsx';
import { amountText, orderStateWords, stateChoices, usePartnerChoices } from './order-words.ts';

/** Every order of a seat, in scope. */
export function Component() {
  return useMay('see-orders') ? <OrdersPage /> : <NotFound />;
}

function OrdersPage() {
  const partner = usePartnerChoices();
  const mayExport = useMay('set-prices');
  const [isExporting, setExporting] = useState(false);
  return (
    <Page
      title="Orders"
      about="Every seat that somebody ordered."
      action={
        mayExport && (
          <Button look="outline" onClick={() => setExporting(true)}>
            Export money…
          </Button>
        )
      }
    >
      <List<OrderRow>
        declaration={orderList}
        queryKey={['orders']}
        rowsName="orders"
        fetchPage={(query) => send('GET /console/api/orders', undefined, { ...query })}
        rowKey={({ id }) => id}
        rowTo={({ id }) => `/orders/${id}`}
        cells={cells}
        choices={{ partner, state: stateChoices }}
        wide={['cohort']}
        narrow={['partner']}
        empty={
          <EmptyState icon={ShoppingCart} title="No orders yet">
            <p>An order appears here as soon as a student chooses a seat and goes to pay for it.</p>
          </EmptyState>
        }
      />
      {isExporting && <ExportDialog onClose={() => setExporting(false)} />}
    </Page>
  );
}

const cells: Record<string, (row: OrderRow) => ReactNode> = {
  reference: ({ reference }) => <span className="font-mono text-sm whitespace-nowrap">{reference}</span>,
  student: ({ student }) => student || 'Account deleted',
  partner: ({ partner }) => partner.toUpperCase(),
  cohort: ({ cohort }) => cohort,
  state: ({ state }) => orderStateWords[state],
  amount: ({ amountCents, currency }) => (
    <span className="text-sm whitespace-nowrap">{amountText(amountCents, currency)}</span>
  ),
  paid: ({ paidAt }) => paidAt && <time dateTime={paidAt}>{momentOf(paidAt)}</time>,
  created: ({ createdAt }) => <time dateTime={createdAt}>{momentOf(createdAt)}</time>,
};

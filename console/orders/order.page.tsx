import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useParams } from 'react-router';
import type { ShownOrder } from '../../contract/console/order-care-schemas.ts';
import { Notice } from '../../ui/notice.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { useTab } from '../../ui/use-tab.ts';
import { send } from '../session/client.ts';
import { useMay } from '../session/me.ts';
import { isRefusal, messageOf } from '../session/message-of.ts';
import { NotFound } from '../shell/not-found.page.tsx';
import { Notes } from '../shell/notes.tsx';
import { Page } from '../shell/page.tsx';
import { OrderActs } from './order-acts.tsx';
import { OrderFacts } from './order-facts.tsx';
import { OrderMoney } from './order-money.tsx';
import { orderNotesKey, orderQuery, orderTimelineKey } from './order-queries.ts';
import { OrderState } from './order-state.tsx';
import { OrderTimeline } from './order-timeline.tsx';

const tabs = [
  { name: 'timeline', label: 'Timeline' },
  { name: 'money', label: 'Money' },
  { name: 'notes', label: 'Notes' },
] as const;
const tabNames = tabs.map(({ name }) => name);
const within = { label: 'Orders', to: '/orders' };
const notesCall = '/console/api/orders/:orderId/notes';

/** One order: whose, of what, its money, and what happened. The open tab stands in the address. */
export function Component() {
  const { orderId = '' } = useParams();
  const maySee = useMay('see-orders');
  return maySee ? <OrderPage key={orderId} orderId={orderId} /> : <NotFound />;
}

function OrderPage({ orderId }: { orderId: string }) {
  const asked = useQuery(orderQuery(orderId));
  if (isRefusal(asked.error, 'order-not-found')) return <NotFound what="This order does not exist." />;
  if (!asked.data)
    return (
      <Page title="Order" within={within}>
        {asked.error ? (
          <Notice tone="error" role="alert" title="The order could not be read">
            <p>{messageOf(asked.error)}</p>
          </Notice>
        ) : (
          <Skeleton className="h-40" />
        )}
      </Page>
    );
  const order = asked.data;
  return (
    <Page
      title={order.reference}
      within={within}
      about={<OrderState order={order} />}
      action={<OrderActs order={order} />}
    >
      <div className="flex flex-col gap-6 xl:flex-row-reverse xl:items-start">
        <OrderFacts order={order} className="xl:w-[20rem] xl:shrink-0" />
        <div className="min-w-0 flex-1">
          <OrderTabs order={order} />
        </div>
      </div>
    </Page>
  );
}

function OrderTabs({ order }: { order: ShownOrder }) {
  const [tab, setTab] = useTab(tabNames, 'timeline');
  // What a tab asks for is asked once it is open.
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set([tab]));
  if (!opened.has(tab)) setOpened(new Set([...opened, tab]));
  return (
    <Tabs label="About the order" tabs={tabs} current={tab} onChange={setTab}>
      {(shown) => (
        <div className="pt-5">
          {shown === 'timeline' && <OrderTimeline orderId={order.id} />}
          {shown === 'money' && <OrderMoney order={order} />}
          {shown === 'notes' && opened.has(shown) && <OrderNotes orderId={order.id} />}
        </div>
      )}
    </Tabs>
  );
}

function OrderNotes({ orderId }: { orderId: string }) {
  return (
    <Notes
      mayWrite={useMay('transfer-orders')}
      calls={{
        queryKey: orderNotesKey(orderId),
        alsoKey: orderTimelineKey(orderId),
        list: (after) => send(`GET ${notesCall}`, undefined, { orderId, ...(after !== null && { after }) }),
        add: (body) => send(`POST ${notesCall}`, { body }, { orderId }),
        change: (noteId, change) => send(`PATCH ${notesCall}/:noteId`, change, { orderId, noteId }),
        remove: (noteId) => send(`DELETE ${notesCall}/:noteId`, undefined, { orderId, noteId }),
        hint: 'For colleagues. The student may ask to read it, and it goes with their account.',
      }}
    />
  );
}

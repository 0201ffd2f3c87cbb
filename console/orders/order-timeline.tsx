import { Banknote, CircleAlert, Mail, Radio, ShoppingCart, UserPen, type LucideIcon } from 'lucide-react';
import type { OrderEntry } from '../../contract/console/order-care-schemas.ts';
import { TextLink } from '../../ui/text-link.tsx';
import { send } from '../session/client.ts';
import { Timeline, TimelineRow } from '../shell/timeline.tsx';
import { sentenceOf, stateOf } from './order-entry-words.ts';
import { orderTimelineKey } from './order-queries.ts';

const kinds: Record<OrderEntry['kind'], { icon: LucideIcon; words: string }> = {
  order: { icon: ShoppingCart, words: 'Order' },
  money: { icon: Banknote, words: 'Money' },
  event: { icon: Radio, words: 'Event of the card provider' },
  mail: { icon: Mail, words: 'Mail' },
  act: { icon: UserPen, words: 'Done by staff' },
  matter: { icon: CircleAlert, words: 'Matter to look at' },
};

/** Everything that happened about an order, the newest first. */
export function OrderTimeline({ orderId }: { orderId: string }) {
  return (
    <Timeline<OrderEntry>
      queryKey={orderTimelineKey(orderId)}
      fetchPage={(after) =>
        send('GET /console/api/orders/:orderId/timeline', undefined, { orderId, ...(after !== null && { after }) })
      }
      empty="Nothing yet. Payments, refunds, events of the card provider and mails appear here."
      renderEntry={(entry) => <Entry key={`${entry.kind} ${entry.id}`} entry={entry} />}
    />
  );
}

function Entry({ entry }: { entry: OrderEntry }) {
  const sentence = sentenceOf(entry);
  return (
    <TimelineRow
      icon={kinds[entry.kind].icon}
      kind={kinds[entry.kind].words}
      sentence={entry.kind === 'mail' ? <TextLink to={`/mails/${entry.id}`}>{sentence}</TextLink> : sentence}
      state={stateOf(entry)}
      reason={entry.reason}
      at={entry.at}
    />
  );
}

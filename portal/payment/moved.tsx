import { CalendarClock } from 'lucide-react';
import type { Order } from '../../contract/payments.ts';
import { formatStart } from '../../shared/format.ts';
import { Button } from '../../ui/button.tsx';
import { usePartner } from '../partner/partner.tsx';
import { leftOf } from '../session/order.ts';
import { formatAmount, formatDates } from '../ui/format.ts';
import { moveWords } from './move-words.ts';
import { ScreenFrame } from './screen-frame.tsx';
import { Alternatives, momentText, useSeatChoice } from './seat-choice.tsx';
import { ContactSupport } from './support-link.tsx';

/** The first day of a paid cohort was moved: the member keeps the seat, takes another one, or the money back. */
export function Moved({ order }: { order: Order }) {
  const partner = usePartner();
  const choice = useSeatChoice(order);
  const { cohort, movedRun } = order;
  const words = moveWords(order);
  return (
    <ScreenFrame tone="warning" icon={CalendarClock} title={words.title} reference={order.reference}>
      <p>{`${words.happened} Your ${formatAmount(partner, leftOf(order))} is safe.`}</p>
      <p>
        {`Please choose by ${momentText(partner, movedRun!.chooseBy)}. Without your answer your seat is given back then, and you are refunded in full.`}
      </p>
      <dl className="grid gap-x-6 gap-y-3 sm:grid-cols-2">
        {words.before !== null && (
          <div>
            <dt className="text-sm text-muted">{words.before}</dt>
            <dd>{formatStart(partner, movedRun!.startDateBefore)}</dd>
          </div>
        )}
        <div>
          <dt className="text-sm text-muted">{words.now}</dt>
          <dd className="font-semibold">{formatDates(partner, cohort)}</dd>
        </div>
      </dl>
      <Button
        className="w-full sm:w-auto"
        loading={choice.pending === 'keep'}
        onClick={() => void choice.choose({ choice: 'keep', startDate: cohort.startDate })}
      >
        {words.keep}
      </Button>
      <Alternatives order={order} dueAt={movedRun!.chooseBy} choice={choice} />
      <ContactSupport look="link" reference={order.reference} />
    </ScreenFrame>
  );
}

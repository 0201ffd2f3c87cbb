import { CalendarClock } from 'lucide-react';
import type { Order } from '../../contract/payments.ts';
import { formatStart, hasDate } from '../../shared/format.ts';
import { Button } from '../../ui/button.tsx';
import { usePartner } from '../partner/partner.tsx';
import { leftOf } from '../session/order.ts';
import { formatAmount, formatDates } from '../ui/format.ts';
import { ScreenFrame } from './screen-frame.tsx';
import { Alternatives, momentText, useSeatChoice } from './seat-choice.tsx';
import { ContactSupport } from './support-link.tsx';

/** The first day of a paid cohort was moved: the member keeps the seat, takes another one, or the money back. */
export function Moved({ order }: { order: Order }) {
  const partner = usePartner();
  const choice = useSeatChoice(order);
  const { cohort, movedRun } = order;
  const isFirstDay = !hasDate(movedRun!.startDateBefore);
  return (
    <ScreenFrame
      tone="warning"
      icon={CalendarClock}
      title={isFirstDay ? 'Your cohort has a first day' : 'Your cohort starts on another day'}
      reference={order.reference}
    >
      <p>
        {isFirstDay
          ? `“${cohort.name}” has a first day now.`
          : `We have moved “${cohort.name}”, and are sorry for the change.`}
        {` Your ${formatAmount(partner, leftOf(order))} is safe.`}
      </p>
      <p>
        {`Please choose by ${momentText(partner, movedRun!.chooseBy)}. Without your answer your seat is given back then, and you are refunded in full.`}
      </p>
      <dl className="grid gap-x-6 gap-y-3 sm:grid-cols-2">
        <div>
          <dt className="text-sm text-muted">First day until now</dt>
          <dd>{formatStart(partner, movedRun!.startDateBefore)}</dd>
        </div>
        <div>
          <dt className="text-sm text-muted">{isFirstDay ? 'Dates' : 'New dates'}</dt>
          <dd className="font-semibold">{formatDates(partner, cohort)}</dd>
        </div>
      </dl>
      <Button
        className="w-full sm:w-auto"
        loading={choice.pending === 'keep'}
        onClick={() => void choice.choose({ choice: 'keep', startDate: cohort.startDate })}
      >
        {isFirstDay ? 'Keep my seat at these dates' : 'Keep my seat at the new dates'}
      </Button>
      <Alternatives order={order} dueAt={movedRun!.chooseBy} choice={choice} />
      <ContactSupport look="link" reference={order.reference} />
    </ScreenFrame>
  );
}

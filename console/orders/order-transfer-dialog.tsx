import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ShownOrder, TransferCohort } from '../../contract/console/order-care-schemas.ts';
import { courses } from '../../shared/courses.ts';
import { Notice } from '../../ui/notice.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { send } from '../session/client.ts';
import { messageOf } from '../session/message-of.ts';
import { ActDialog } from '../shell/act-dialog.tsx';
import { dayOf } from '../shell/times.ts';
import { ordersKey, transferTermsQuery } from './order-queries.ts';

interface TransferDialogProps {
  order: ShownOrder;
  onClose: () => void;
}

/** Another cohort for a paid order: the new seat first, then the old one is given back. One without a seat may have its own. */
export function TransferDialog({ order, onClose }: TransferDialogProps) {
  const queryClient = useQueryClient();
  const asked = useQuery(transferTermsQuery(order.id));
  const [cohortId, setCohortId] = useState('');
  const cohorts = asked.data?.cohorts ?? [];
  const chosen = cohorts.find(({ id }) => id === cohortId);
  const from = asked.data?.from ?? order.cohort;
  const hasSeat = order.state === 'paid';
  return (
    <ActDialog
      title={hasSeat ? 'Move to another cohort?' : 'Give a seat in a cohort?'}
      press={hasSeat ? 'Move the order' : 'Give a seat'}
      needsReason
      told={hasSeat ? 'The order has moved, and the student is mailed' : 'The student has a seat, and is mailed'}
      onClose={onClose}
      onDone={() => void queryClient.invalidateQueries({ queryKey: ordersKey })}
      check={({ cohort }) => (cohort ? [] : [{ field: 'cohort', message: 'Choose a cohort' }])}
      act={async (reason = '') => {
        const body = { cohortId, startDate: chosen?.startDate, fromCohortId: from.id, hasSeat, reason };
        try {
          return await send('POST /console/api/orders/:orderId/transfer', body, { orderId: order.id });
        } catch (error) {
          // Full by now, moved to another day, or the order has another seat than was read: all is read anew.
          void queryClient.invalidateQueries({ queryKey: ordersKey });
          throw error;
        }
      }}
    >
      {(form) => (
        <>
          {asked.error && (
            <Notice tone="error" role="alert" title="The cohorts could not be read">
              <p>{messageOf(asked.error)}</p>
            </Notice>
          )}
          {asked.isPending && <Skeleton className="h-20" />}
          {asked.data && cohorts.length === 0 && (
            <p>No cohort that this order can move to has a free seat. Open one, or raise the seats of one, first.</p>
          )}
          {cohorts.length > 0 && (
            <SelectField
              label={hasSeat ? 'New cohort' : 'Cohort'}
              name="cohort"
              placeholder="Choose a cohort"
              options={cohorts.map((each) => ({ value: each.id, label: labelOf(each) }))}
              value={cohortId}
              onChange={(event) => setCohortId(event.target.value)}
              error={form.errorOf('cohort')}
            />
          )}
          {chosen && (
            <ul className="list-disc pl-5" aria-live="polite">
              <li>
                1 of {chosen.seatsLeft} free {chosen.seatsLeft === 1 ? 'seat' : 'seats'} of {chosen.name} is taken
                {hasSeat && `; the seat in ${from.name} is freed`}.
              </li>
              {chosen.course !== order.course && <li>The course changes to {courses[chosen.course].name}.</li>}
              <li>No money moves: every course has the same price.</li>
              <li>
                {hasSeat ? 'The student is mailed the new dates.' : 'The student gets the mail of an enrolled student.'}
              </li>
            </ul>
          )}
        </>
      )}
    </ActDialog>
  );
}

const labelOf = ({ name, startDate, seatsLeft }: TransferCohort) =>
  `${name}, ${/^\d{4}-\d{2}-\d{2}$/.test(startDate) ? `starts ${dayOf(startDate)}` : startDate}, ${seatsLeft} free`;

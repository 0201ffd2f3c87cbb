import type { ShownCohort } from '../../contract/console/cohorts-schemas.ts';
import { Facts } from '../shell/facts.tsx';
import { dayOf, momentOf } from '../shell/times.ts';
import { startText } from './cohort-words.tsx';

/** Seats, days and hours of a cohort. */
export function CohortFacts({ cohort }: { cohort: ShownCohort }) {
  const { sold, held, free, capacity, minimum, schedule, timeZone, endDate, opensOn, enrolBy, daysOff } = cohort;
  return (
    <div className="flex flex-col gap-4">
      <SeatBar {...{ sold, held, capacity }} />
      <Facts
        facts={{
          Sold: `${sold} of ${capacity}`,
          Held: held,
          Free: free,
          Minimum: minimum ?? 'None',
          'First day': startText(cohort),
          'Last day': endDate && dayOf(endDate),
          'Days and hours': schedule,
          'Time zone': timeZone.replaceAll('_', ' '),
          'Opens on': opensOn && dayOf(opensOn),
          'Enrol by': enrolBy && dayOf(enrolBy),
          Confirmed: cohort.confirmedAt && momentOf(cohort.confirmedAt),
          Cancelled: cohort.cancelledAt && momentOf(cohort.cancelledAt),
          'No class on': daysOff.length > 0 && (
            <ul>
              {daysOff.map(({ date, name }) => (
                <li key={date}>
                  {dayOf(date)}, {name}
                </li>
              ))}
            </ul>
          ),
        }}
      />
    </div>
  );
}

/** Sold, held and free seats, drawn; the numbers stand below. */
function SeatBar({ sold, held, capacity }: Pick<ShownCohort, 'sold' | 'held' | 'capacity'>) {
  const part = (seats: number) => `${capacity === 0 ? 0 : Math.min(100, (seats / capacity) * 100)}%`;
  return (
    <svg height="12" aria-hidden="true" className="w-full overflow-hidden rounded-full">
      <rect width="100%" height="12" fill="var(--color-surface-strong)" />
      <rect width={part(sold + held)} height="12" fill="var(--color-warning)" />
      <rect width={part(sold)} height="12" fill="var(--brand)" />
    </svg>
  );
}

import type { ShownCohort } from '../../contract/console/cohorts-schemas.ts';
import { Facts } from '../shell/facts.tsx';
import { dayOf, momentOf } from '../shell/times.ts';
import { startText } from './cohort-words.tsx';

/** Seats, days and hours of a cohort. */
export function CohortFacts({ cohort }: { cohort: ShownCohort }) {
  const { sold, held, free, capacity, minimum, schedule, timeZone, endDate, opensOn, enrolBy, daysOff } = cohort;
  return (
    <div className="flex flex-col gap-4">
      <div>
        <SeatBar {...{ sold, held, capacity }} />
        <p className="mt-2 flex flex-wrap gap-x-6 gap-y-1">
          <SeatCount label="Sold" value={`${sold} of ${capacity}`} colour="var(--brand)" />
          <SeatCount label="Held" value={held} colour="var(--color-warning)" />
          <SeatCount label="Free" value={free} colour="var(--color-control)" />
          <SeatCount label="Minimum" value={minimum ?? 'none'} />
        </p>
      </div>
      <Facts
        facts={{
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

/** A number with its word, and its colour in the drawing. */
function SeatCount({ label, value, colour }: { label: string; value: string | number; colour?: string }) {
  return (
    <span className="inline-flex items-center gap-2 whitespace-nowrap">
      {colour && <span aria-hidden="true" className="size-3 rounded-full" style={{ backgroundColor: colour }} />}
      <span className="text-muted">{label}</span>
      <span className="font-semibold tabular-nums">{value}</span>
    </span>
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

import type { PlannedCohort } from '../../contract/console/cohorts-schemas.ts';
import { studyModeNames } from '../../shared/courses.ts';
import { Badge } from '../../ui/badge.tsx';
import { dayOf } from '../shell/times.ts';
import { dayText } from './calendar-days.ts';

/** The days of a pattern before they are created: what moved, and what is there already. */
export function PlanTable({ cohorts }: { cohorts: readonly PlannedCohort[] }) {
  return (
    <ol className="mt-3 divide-y divide-line rounded-xl border border-line">
      {cohorts.map((cohort) => (
        <li key={cohort.id} className="flex flex-wrap items-start justify-between gap-x-6 gap-y-1 px-4 py-3">
          <div className="min-w-0">
            <p className="font-semibold">
              {dayText(cohort.startDate)} {cohort.startDate.slice(0, 4)}
            </p>
            <p className="text-sm text-muted">
              {studyModeNames[cohort.mode]}, until {dayOf(cohort.endDate)}
              {cohort.enrolBy && `, enrol by ${dayOf(cohort.enrolBy)}`}
              {cohort.daysOff.length > 0 && `, no class on ${holidayText(cohort.daysOff.length)}`}
            </p>
            {cohort.movedBy.map(({ date, name }) => (
              <p key={date} className="text-sm text-warning">
                Moved from {dayOf(date)}: {name}
              </p>
            ))}
            {cohort.isBeyondHolidays && (
              <p className="text-sm text-warning">Public holidays of that year are not known yet. Look at the day.</p>
            )}
          </div>
          {cohort.isThere && <Badge tone="neutral">There already</Badge>}
        </li>
      ))}
    </ol>
  );
}

const holidayText = (days: number) => (days === 1 ? '1 public holiday' : `${days} public holidays`);

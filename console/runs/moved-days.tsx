import { useQuery } from '@tanstack/react-query';
import type { MoveConsequences } from '../../contract/console/runs-schemas.ts';
import { Notice } from '../../ui/notice.tsx';
import { messageOf } from '../session/message-of.ts';
import { dayOf, startText } from '../shell/times.ts';
import { moveConsequencesQuery } from './run-queries.ts';
import { RunRow, RunTable } from './run-table.tsx';

type Days = MoveConsequences['before'];

/** The days of a cohort as they are, beside those with another first day. */
export function MovedDays({ cohortId, startDate }: { cohortId: string; startDate: string }) {
  const { data, error } = useQuery(moveConsequencesQuery(cohortId, startDate));
  if (error) return <Notice tone="warning" title={messageOf(error)} />;
  if (!data?.after) return null;
  const { before, after } = data;
  const cellsOf = (tell: (days: Days) => string) => [tell(before), tell(after)];
  return (
    <RunTable label="Days of the cohort" head={['', 'Now', 'Then']}>
      <RunRow label="First day" cells={cellsOf((days) => withWeekday(days.startDate))} />
      <RunRow label="Last day" cells={cellsOf(({ endDate }) => (endDate === null ? 'No date yet' : dayOf(endDate)))} />
      <RunRow
        label="Enrol by"
        cells={cellsOf(({ enrolBy }) => (enrolBy === null ? 'Up to its start' : dayOf(enrolBy)))}
      />
      <RunRow
        label="No class on"
        cells={cellsOf(({ daysOff }) =>
          daysOff.length === 0 ? 'No holiday' : daysOff.map(({ date, name }) => `${dayOf(date)}, ${name}`).join('; '),
        )}
      />
    </RunTable>
  );
}

const weekday = new Intl.DateTimeFormat(undefined, { weekday: 'long', timeZone: 'UTC' });

/** "Monday, 15 Feb 2027" */
const withWeekday = (start: string) =>
  /^\d{4}-\d{2}-\d{2}$/.test(start) ? `${weekday.format(new Date(start))}, ${startText(start)}` : startText(start);

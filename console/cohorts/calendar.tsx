import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useAddress } from '../shell/use-address.ts';
import { cohortList, runStateWords, type CohortRow } from '../../contract/console/cohorts-schemas.ts';
import type { SentListQuery } from '../../contract/console/list.ts';
import { courses, studyModeNames } from '../../shared/courses.ts';
import { Button } from '../../ui/button.tsx';
import { join } from '../../ui/join.ts';
import { Link } from '../../ui/link.tsx';
import { Notice } from '../../ui/notice.tsx';
import { FilterBar } from '../list/filter-bar.tsx';
import { readListState, sentQuery, usualColumns, writeListState } from '../list/list-state.ts';
import { messageOf } from '../session/message-of.ts';
import {
  columnOf,
  currentMonth,
  daysOf,
  dayText,
  monthText,
  readMonth,
  shiftMonth,
  weekdays,
} from './calendar-days.ts';
import { monthQuery } from './cohort-queries.ts';
import { partnersText, useCohortChoices } from './cohort-words.tsx';

const { filter: _, ...starts } = cohortList.columns.starts;
/** The list without the days, which the month says. */
const monthList = { ...cohortList, columns: { ...cohortList.columns, starts } };

/** Cohorts by the day they start, a month at a time, with the filters of the list. */
export function Calendar() {
  const [params, setParams] = useAddress();
  const choices = useCohortChoices();
  const month = readMonth(params.get('month'));
  const state = readListState(monthList, params);
  const days = daysOf(month);
  const usual = { ...state, sort: monthList.order, columns: usualColumns(monthList) };
  const sent = { ...sentQuery(monthList, usual), 'starts.from': days[0], 'starts.until': days.at(-1) };
  const asked = useQuery({ ...monthQuery(sent), placeholderData: keepPreviousData });
  const addressOfMonth = (to: string) => {
    const next = new URLSearchParams(params);
    next.set('month', to);
    return `/cohorts?${next}`;
  };
  return (
    <>
      <div className="flex flex-wrap items-center gap-2">
        <MonthLink to={addressOfMonth(shiftMonth(month, -1))} label="Month before" icon={ChevronLeft} />
        <h2 className="min-w-[9.5rem] text-center">{monthText(month)}</h2>
        <MonthLink to={addressOfMonth(shiftMonth(month, 1))} label="Month after" icon={ChevronRight} />
        {month !== currentMonth() && (
          <Link to={addressOfMonth(currentMonth())} className="min-h-10 px-2 py-2 font-semibold text-brand underline">
            This month
          </Link>
        )}
        <FilterBar
          declaration={monthList}
          choices={choices}
          filters={state.filters}
          onChange={(filters) =>
            setParams((before) => writeListState(monthList, { ...state, filters }, before), { replace: true })
          }
        />
      </div>
      <p role="status" className="mt-3 text-sm text-muted">
        {asked.data && !asked.isPlaceholderData ? (
          <Link to={`/cohorts?${paramsOf(sent)}`} className="font-semibold text-brand underline">
            {countText(asked.data.length)} in {monthText(month)}
          </Link>
        ) : (
          'Looking for cohorts…'
        )}
      </p>
      {asked.isError && (
        <Notice tone="error" role="alert" title="The calendar could not be read">
          <p>{messageOf(asked.error)}</p>
          <Button look="link" onClick={() => void asked.refetch()}>
            Try again
          </Button>
        </Notice>
      )}
      {asked.data && <Days days={days} cohorts={asked.data} isStale={asked.isPlaceholderData} />}
    </>
  );
}

const paramsOf = (sent: SentListQuery) =>
  new URLSearchParams(
    Object.entries(sent).flatMap(([name, value]) =>
      [value ?? []].flat().map((each) => [name, each] as [string, string]),
    ),
  );

const countText = (count: number) => {
  if (count === 0) return 'No cohort starts';
  return count === 1 ? '1 cohort starts' : `${count} cohorts start`;
};

function MonthLink({ to, label, icon: Icon }: { to: string; label: string; icon: typeof ChevronLeft }) {
  return (
    <Link
      to={to}
      aria-label={label}
      className="inline-flex size-10 items-center justify-center rounded-lg border border-control hover:border-brand hover:text-brand"
    >
      <Icon className="size-5" aria-hidden="true" />
    </Link>
  );
}

interface DaysProps {
  days: readonly string[];
  cohorts: readonly CohortRow[];
  isStale: boolean;
}

/** A week in a row; on a phone the days on which something starts, one below the other. */
function Days({ days, cohorts, isStale }: DaysProps) {
  const byDay = Map.groupBy(cohorts, ({ startDate }) => startDate);
  return (
    <div className={join('mt-3', isStale && 'opacity-60')} aria-busy={isStale}>
      <div aria-hidden="true" className="grid grid-cols-7 gap-1 text-sm font-semibold text-muted max-md:hidden">
        {weekdays.map((name) => (
          <span key={name} className="px-1">
            {name}
          </span>
        ))}
      </div>
      <ol className="grid grid-cols-1 gap-1 md:grid-cols-7">
        {days.map((day, index) => (
          <Day key={day} day={day} cohorts={byDay.get(day) ?? []} column={index === 0 ? columnOf(day) : undefined} />
        ))}
      </ol>
    </div>
  );
}

function Day({ day, cohorts, column }: { day: string; cohorts: readonly CohortRow[]; column: number | undefined }) {
  return (
    <li
      style={column === undefined ? undefined : { gridColumnStart: `var(--calendar-column, ${column})` }}
      className={join(
        'min-w-0 rounded-lg border border-line p-1.5 max-md:[--calendar-column:auto] md:min-h-20',
        cohorts.length === 0 && 'max-md:hidden',
      )}
    >
      <p className="text-sm font-semibold text-muted">
        <span className="md:sr-only">{dayText(day)}</span>
        <span aria-hidden="true" className="max-md:hidden">
          {Number(day.slice(-2))}
        </span>
      </p>
      {cohorts.length > 0 && (
        <ul className="mt-1 flex flex-col gap-1">
          {cohorts.map((cohort) => (
            <li key={cohort.id}>
              <CohortLink cohort={cohort} />
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}

function CohortLink({ cohort }: { cohort: CohortRow }) {
  const { id, course, mode, partners, sold, capacity, state } = cohort;
  return (
    <Link
      to={`/cohorts/${encodeURIComponent(id)}`}
      className={join(
        'block rounded-md border-l-4 bg-surface px-2 py-1 text-sm wrap-anywhere hover:bg-tint hover:text-brand',
        state === 'cancelled' ? 'border-error line-through' : state === 'draft' ? 'border-line' : 'border-brand',
      )}
    >
      <span className="block font-semibold">
        {partnersText(partners)} {courses[course].name}
      </span>
      <span className="block">
        {studyModeNames[mode]}, {sold} of {capacity}
      </span>
      <span className="block text-muted">{runStateWords[state]}</span>
    </Link>
  );
}

import { CalendarDays, CircleSlash, Clock, Globe, GraduationCap, Hourglass } from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Cohort } from '../../contract/cohorts.ts';
import type { Partner } from '../../shared/partners.ts';
import { usePartner } from '../partner/partner.tsx';
import { translateSchedule, unbroken } from '../session/cohort-times.ts';
import { findNextStart } from '../session/cohorts.ts';
import { Seats } from '../session/seats.tsx';
import { findToldObstacle, type ToldObstacle } from '../session/told-obstacle.ts';
import { formatOnBothClocks } from '../ui/both-clocks.ts';
import { cityOf, formatDay, formatSchedule, formatStart } from '../ui/format.ts';

interface CohortRowProps {
  cohort: Cohort;
  /** The other cohorts of the course: what one that cannot be taken points to. */
  all: Cohort[];
  isChosen: boolean;
  onChoose: () => void;
}

/** One intake: when, on whose clock, how many places, and why not where it cannot be taken. */
export function CohortRow({ cohort, all, isChosen, onChoose }: CohortRowProps) {
  const partner = usePartner();
  const obstacle = findToldObstacle(cohort);
  const start = formatStart(partner, cohort.startDate);
  const hasDate = /^\d/.test(cohort.startDate);
  return (
    <label className="radio-card">
      <input
        type="radio"
        name="cohort"
        value={cohort.id}
        checked={isChosen}
        disabled={obstacle !== undefined}
        onChange={onChoose}
        className="mt-0.5 size-5 shrink-0 accent-brand"
      />
      <span className="min-w-0 flex-1">
        <span className="flex flex-wrap items-start justify-between gap-x-3 gap-y-1.5">
          {/* Cohorts of one course and mode differ by their dates alone, so the date leads. */}
          <span className="font-semibold tabular-nums">{hasDate ? start : cohort.name}</span>
          <Seats cohort={cohort} />
        </span>
        <Line icon={hasDate ? GraduationCap : CalendarDays}>{hasDate ? cohort.name : start}</Line>
        {obstacle ? (
          <Line icon={obstacle === 'held' ? Hourglass : CircleSlash}>
            {obstacleSentences[obstacle](cohort, partner)} {wayOut(cohort, all, partner)}
          </Line>
        ) : (
          <Details cohort={cohort} />
        )}
      </span>
    </label>
  );
}

/** What matters of a cohort that can be taken. */
function Details({ cohort }: { cohort: Cohort }) {
  const partner = usePartner();
  const { endDate, schedule, timeZone, closesAt } = cohort;
  const yourSchedule = translateSchedule(cohort, readerZone);
  const closes =
    closesAt && formatOnBothClocks(partner, closesAt, { meant: timeZone, reader: readerZone }).map(unbroken);
  return (
    <>
      {endDate && <Line icon={CalendarDays}>{`Until ${formatDay(partner, endDate)}`}</Line>}
      {schedule && <Line icon={Clock}>{unbroken(formatSchedule(schedule, timeZone))}</Line>}
      {yourSchedule && <Line icon={Globe}>{unbroken(`${yourSchedule} (${cityOf(readerZone)}, your time)`)}</Line>}
      {closes && (
        <Line icon={Hourglass}>
          {`${partner.words.Enrol} by ${closes[0]}`}
          <span className="block">{closes[1]}</span>
        </Line>
      )}
    </>
  );
}

function Line({ icon: Icon, children }: { icon: LucideIcon; children: ReactNode }) {
  return (
    <span className="mt-1 flex gap-2 text-sm text-muted tabular-nums">
      <Icon className="mt-0.5 size-4 shrink-0" aria-hidden="true" />
      <span>{children}</span>
    </span>
  );
}

const readerZone = Intl.DateTimeFormat().resolvedOptions().timeZone;

const obstacleSentences: Record<ToldObstacle, (cohort: Cohort, partner: Partner) => string> = {
  started: (cohort, partner) => `This cohort started in ${formatStart(partner, cohort.startDate.slice(0, 7))}.`,
  'not-open-yet': (_cohort, { words }) => `${words.Enrolment} for this cohort has not opened yet.`,
  closed: (_cohort, { words }) => `${words.Enrolment} for this cohort has closed.`,
  full: () => 'All places in this cohort are taken.',
  held: () => 'The last places are held for people who are paying now. One that is not paid for comes back.',
};

/** A row that cannot be taken still says where to go. */
function wayOut(cohort: Cohort, all: Cohort[], partner: Partner): string {
  const next = findNextStart(
    all.filter(({ mode }) => mode === cohort.mode),
    cohort.course,
  );
  return next ? `The next one starts ${formatStart(partner, next.startDate)}.` : '';
}

import { CalendarDays, CalendarX, CircleCheck, CircleSlash, Clock, Globe, Hourglass } from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Cohort } from '../../contract/cohorts.ts';
import type { Partner } from '../../shared/partners.ts';
import { paymentMessages } from '../messages/payment.ts';
import { usePartner } from '../partner/partner.tsx';
import { daysWithoutClass, ownHours, ownStart, readerZone } from '../session/cohort-times.ts';
import { findNextStart } from '../session/cohorts.ts';
import { Seats } from '../session/seats.tsx';
import { findToldObstacle, type ToldObstacle } from '../session/told-obstacle.ts';
import { formatOnBothClocks } from '../ui/both-clocks.ts';
import { formatDates, formatSchedule, formatStart, hasDate, unbroken } from '../ui/format.ts';

interface CohortRowProps {
  cohort: Cohort;
  /** The other cohorts of the course: what one that cannot be taken points to. */
  all: Cohort[];
  isChosen: boolean;
  onChoose: () => void;
}

/** One intake in a line: when it starts, its places, why it cannot be taken. Once chosen, its hours and dates too. */
export function CohortRow({ cohort, all, isChosen, onChoose }: CohortRowProps) {
  const partner = usePartner();
  const obstacle = findToldObstacle(cohort);
  const hasPlaces = !obstacle && cohort.seats.state === 'available';
  const isDated = hasDate(cohort.startDate);
  return (
    <label className="radio-card px-3 py-2.5">
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
        <span className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
          <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
            {/* Cohorts of one course and mode differ by their dates alone, so the date leads. */}
            <span className="font-semibold tabular-nums">{isDated ? formatDates(partner, cohort) : cohort.name}</span>
            <span className="text-sm text-muted">{isDated ? cohort.name : cohort.startDate}</span>
          </span>
          {/* Most have places: that is told of the chosen one, so that a row stays a line. */}
          {!hasPlaces && <Seats cohort={cohort} />}
        </span>
        {obstacle && (
          <Line icon={obstacle === 'held' ? Hourglass : CircleSlash}>
            {obstacleSentences[obstacle](cohort, partner)} {wayOut(cohort, all, partner)}
          </Line>
        )}
        {isChosen && <Details cohort={cohort} />}
      </span>
    </label>
  );
}

/** Hours, dates and places of the chosen cohort. */
function Details({ cohort }: { cohort: Cohort }) {
  const partner = usePartner();
  const { seats, startDate, schedule, timeZone, closesAt } = cohort;
  const yourStart = ownStart(partner, cohort, readerZone);
  const daysOff = daysWithoutClass(partner, cohort);
  // The last day is what staff set: it closes with the midnight after.
  const last = closesAt && new Date(Date.parse(closesAt) - 1).toISOString();
  const closes = last && formatOnBothClocks(partner, last, { meant: timeZone, reader: readerZone }).map(unbroken);
  return (
    <>
      {seats.state === 'available' && <Line icon={CircleCheck}>Places available</Line>}
      {!hasDate(startDate) && <Line icon={CalendarDays}>{`No date yet. ${paymentMessages.datesToCome}`}</Line>}
      {schedule && <Line icon={Clock}>{unbroken(formatSchedule(schedule, timeZone))}</Line>}
      {yourStart && <Line icon={Globe}>{`Begins ${yourStart}`}</Line>}
      {ownHours(partner, cohort, readerZone).map((hours) => (
        <Line key={hours} icon={Globe}>
          {hours}
        </Line>
      ))}
      {daysOff && <Line icon={CalendarX}>{daysOff}</Line>}
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

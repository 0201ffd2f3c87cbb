// oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role -- Browsers take a table's
// roles away where CSS lays it out in another way, as it does on phones.

import type { ReactNode } from 'react';
import type { Cohort } from '../../contract/cohorts.ts';
import { courseWeeks, studyModeNames } from '../../shared/courses.ts';
import type { CourseCode } from '../../shared/courses.ts';
import { readingMessages } from '../messages/reading.ts';
import { usePartner } from '../partner/partner.tsx';
import { consultantPage } from '../partner/paths.ts';
import { useCatalogue } from '../session/catalogue.ts';
import { daysWithoutClass, ownHours, ownStart, readerZone } from '../session/cohort-times.ts';
import { findUpcoming } from '../session/cohorts.ts';
import { Seats } from '../session/seats.tsx';
import { Button } from '../../ui/button.tsx';
import { formatDay, formatSchedule, formatStart, unbroken } from '../ui/format.ts';
import { Notice } from '../../ui/notice.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { TextLink } from '../../ui/text-link.tsx';

/** The cohorts that lie ahead, as the service knows them now. */
export function NextCohorts({ course }: { course: CourseCode }) {
  return (
    <section aria-labelledby="cohorts">
      <h2 id="cohorts" className="text-h2">
        Next cohorts
      </h2>
      <div className="mt-6">
        <Cohorts course={course} />
      </div>
    </section>
  );
}

function Cohorts({ course }: { course: CourseCode }) {
  const partner = usePartner();
  const { data, isPending, refetch } = useCatalogue();
  if (isPending) return <CohortsSkeleton />;
  if (!data) {
    return (
      <Notice tone="error" title={readingMessages.datesNotLoaded.title} role="alert">
        <p>{readingMessages.datesNotLoaded.text}</p>
        <Button look="outline" className="mt-3" onClick={refetch}>
          Try again
        </Button>
      </Notice>
    );
  }
  const cohorts = findUpcoming(data.cohorts, course);
  if (cohorts.length === 0) {
    return (
      <p>
        No dates are set yet. <TextLink to={consultantPage(partner)}>Ask when the next cohort starts</TextLink>
      </p>
    );
  }
  return <CohortTable cohorts={cohorts} />;
}

const columns = ['Dates', 'Study', 'Classes', 'Places'];

// A table where there is room, rows of their own on phones.
function CohortTable({ cohorts }: { cohorts: Cohort[] }) {
  return (
    <table role="table" className="w-full border-collapse text-left @max-4xl:block">
      <thead role="rowgroup" className="border-b-2 border-brand text-sm text-muted @max-4xl:sr-only">
        <tr role="row">
          {columns.map((name) => (
            <th key={name} role="columnheader" scope="col" className="py-2 pr-6 font-semibold">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup" className="gap-3 @max-4xl:grid @2xl:grid-cols-2">
        {cohorts.map((cohort) => (
          <CohortLine key={cohort.id} cohort={cohort} />
        ))}
      </tbody>
    </table>
  );
}

function CohortLine({ cohort }: { cohort: Cohort }) {
  const partner = usePartner();
  const { startDate, endDate, mode, schedule, timeZone } = cohort;
  const daysOff = daysWithoutClass(partner, cohort);
  const yourStart = ownStart(partner, cohort, readerZone);
  return (
    <tr
      role="row"
      className="border-line align-top print:break-inside-avoid @max-4xl:flex @max-4xl:flex-col @max-4xl:rounded-lg @max-4xl:border @max-4xl:p-4 @4xl:border-b"
    >
      <Cell>
        <span className="block font-semibold whitespace-nowrap tabular-nums">{formatStart(partner, startDate)}</span>
        {endDate && (
          <span className="text-sm whitespace-nowrap text-muted tabular-nums">{`to ${formatDay(partner, endDate)}`}</span>
        )}
        {yourStart && <span className="block text-sm text-muted tabular-nums">{`Begins ${yourStart}`}</span>}
      </Cell>
      <Cell>
        <span className="whitespace-nowrap">{`${studyModeNames[mode]}, ${courseWeeks[mode]} weeks`}</span>
      </Cell>
      <Cell>
        <span className="block">
          {schedule ? unbroken(formatSchedule(schedule, timeZone)) : 'Settled with the intake'}
        </span>
        {ownHours(partner, cohort, readerZone).map((hours) => (
          <span key={hours} className="block text-sm text-muted">
            {hours}
          </span>
        ))}
        {daysOff && <span className="block text-sm text-muted">{daysOff}</span>}
      </Cell>
      <Cell>
        <Seats cohort={cohort} />
      </Cell>
    </tr>
  );
}

function Cell({ children }: { children: ReactNode }) {
  return (
    <td
      role="cell"
      className="py-4 pr-6 last:pr-0 last:whitespace-nowrap @max-4xl:py-1 @max-4xl:pr-0 @max-4xl:last:mt-auto"
    >
      {children}
    </td>
  );
}

function CohortsSkeleton() {
  return (
    <div aria-busy="true" className="space-y-3">
      <span className="sr-only">Loading dates</span>
      {[1, 2, 3, 4].map((row) => (
        <Skeleton key={row} className="h-60 w-full @2xl:h-36 @4xl:h-25" />
      ))}
    </div>
  );
}

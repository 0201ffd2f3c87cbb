import { useQuery } from '@tanstack/react-query';
import { Printer } from 'lucide-react';
import { useParams } from 'react-router';
import { addressOf } from '../../client/console.ts';
import type { SeatRow, ShownCohort } from '../../contract/console/cohorts-schemas.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useMay } from '../session/me.ts';
import { isRefusal, messageOf } from '../session/message-of.ts';
import { NotFound } from '../shell/not-found.page.tsx';
import { Page } from '../shell/page.tsx';
import { dayOf } from '../shell/times.ts';
import { cohortQuery, rosterQuery } from './cohort-queries.ts';
import { partnersText, startText } from './cohort-words.tsx';

/** The sheet of a cohort: who has a seat, with room for a mark. On paper nothing of the console stands around it. */
export function Component() {
  const { cohortId = '' } = useParams();
  return useMay('see-orders') ? <RosterPage key={cohortId} cohortId={cohortId} /> : <NotFound />;
}

function RosterPage({ cohortId }: { cohortId: string }) {
  const cohort = useQuery(cohortQuery(cohortId));
  const roster = useQuery(rosterQuery(cohortId));
  const error = cohort.error ?? roster.error;
  if (isRefusal(error, 'cohort-not-found')) return <NotFound what="This cohort does not exist." />;
  const within = { label: cohort.data?.name ?? 'Cohort', to: `/cohorts/${encodeURIComponent(cohortId)}` };
  if (!cohort.data || !roster.data)
    return (
      <Page title="Roster" within={within}>
        {error ? (
          <Notice tone="error" role="alert" title="The roster could not be read">
            <p>{messageOf(error)}</p>
          </Notice>
        ) : (
          <Skeleton className="h-40" />
        )}
      </Page>
    );
  return (
    <Page
      title={`Roster: ${cohort.data.name}`}
      within={within}
      about={aboutOf(cohort.data)}
      action={
        <span className="flex flex-wrap gap-3 print:hidden">
          <a
            href={addressOf('GET /console/api/cohorts/:cohortId/seats.csv', { cohortId, seat: 'sold' })}
            download
            className="inline-flex min-h-12 items-center rounded-lg border border-control px-6 font-semibold hover:border-brand hover:text-brand"
          >
            Export
          </a>
          <Button onClick={() => print()}>
            <Printer className="size-5" aria-hidden="true" />
            Print
          </Button>
        </span>
      }
    >
      {roster.data.length === 0 ? (
        <p className="text-muted">No seat is sold yet.</p>
      ) : (
        <RosterTable seats={roster.data.toSorted(byName)} />
      )}
    </Page>
  );
}

const byName = (one: SeatRow, other: SeatRow) => nameOf(one).localeCompare(nameOf(other));
const nameOf = ({ student, email }: SeatRow) => student || email || 'Account deleted';

const aboutOf = (cohort: ShownCohort) =>
  [
    partnersText(cohort.partners),
    cohort.endDate ? `${startText(cohort)} to ${dayOf(cohort.endDate)}` : startText(cohort),
    cohort.schedule,
    cohort.seatsElsewhere > 0 && 'students of other partners are not listed',
  ]
    .filter(Boolean)
    .join(', ');

function RosterTable({ seats }: { seats: readonly SeatRow[] }) {
  return (
    // Focusable, so that it can be scrolled by keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div role="region" aria-label="Students" tabIndex={0} className="overflow-x-auto">
      <table className="w-full text-left">
        <thead>
          <tr className="text-sm text-muted">
            <th scope="col" className="border-b border-line py-2 pr-4">
              No.
            </th>
            <th scope="col" className="border-b border-line py-2 pr-4">
              Student
            </th>
            <th scope="col" className="border-b border-line py-2 pr-4">
              E-mail
            </th>
            <th scope="col" className="border-b border-line py-2 pr-4">
              Order
            </th>
            <th scope="col" className="w-1/4 border-b border-line py-2">
              Present
            </th>
          </tr>
        </thead>
        <tbody>
          {seats.map((seat, index) => (
            <tr key={seat.id} className="break-inside-avoid">
              <td className="border-b border-line py-2 pr-4 tabular-nums">{index + 1}</td>
              <th scope="row" className="border-b border-line py-2 pr-4 font-semibold">
                {nameOf(seat)}
              </th>
              <td className="border-b border-line py-2 pr-4">{seat.email}</td>
              <td className="border-b border-line py-2 pr-4 font-mono text-sm whitespace-nowrap">{seat.reference}</td>
              <td aria-label="Not marked" className="border-b border-line py-2" />
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

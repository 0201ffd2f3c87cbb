import { UserRound } from 'lucide-react';
import type { ReactNode } from 'react';
import { addressOf } from '../../client/console.ts';
import { seatList, type SeatRow, type ShownCohort } from '../../contract/console/cohorts-schemas.ts';
import { TextLink } from '../../ui/text-link.tsx';
import { List } from '../list/list.tsx';
import { send } from '../session/client.ts';
import { useCurrentPartner } from '../shell/current-partner.ts';
import { EmptyState } from '../shell/empty-state.tsx';
import { momentOf } from '../shell/times.ts';
import { cohortsKey } from './cohort-queries.ts';

/** Who has or holds a seat. A row leads to the student. */
export function SeatsTab({ cohort: { id: cohortId, seatsElsewhere } }: { cohort: ShownCohort }) {
  const { codes } = useCurrentPartner();
  return (
    <>
      <p className="mb-4 flex flex-wrap gap-x-5 gap-y-1">
        <TextLink to={`/cohorts/${encodeURIComponent(cohortId)}/roster`}>Roster to print</TextLink>
        <TextLink to={`/orders?${new URLSearchParams({ cohort: cohortId })}`}>Every order, also unpaid ones</TextLink>
      </p>
      {seatsElsewhere > 0 && (
        <p className="mb-4 text-muted">
          {seatsElsewhere === 1 ? '1 more seat belongs' : `${seatsElsewhere} more seats belong`} to students of other
          partners.
        </p>
      )}
      <List<SeatRow>
        declaration={seatList}
        queryKey={[...cohortsKey, cohortId, 'seats']}
        rowsName="seats"
        fetchPage={(query) => send('GET /console/api/cohorts/:cohortId/seats', undefined, { ...query, cohortId })}
        rowKey={({ id }) => id}
        rowTo={({ siteId, memberId }) => `/sites/${siteId}/members/${memberId}`}
        cells={cells}
        choices={{ partner: codes.map((code) => ({ value: code, label: code.toUpperCase() })), seat: seatChoices }}
        wide={['email']}
        exportTo={(query) => addressOf('GET /console/api/cohorts/:cohortId/seats.csv', { ...query, cohortId })}
        empty={
          <EmptyState icon={UserRound} title="No seat is taken">
            <p>A student appears here as soon as they hold a seat to pay for it.</p>
          </EmptyState>
        }
      />
    </>
  );
}

const seatWords: Readonly<Record<SeatRow['seat'], string>> = { sold: 'Sold', held: 'Held' };
const seatChoices = Object.entries(seatWords).map(([value, label]) => ({ value, label }));

const cells: Record<string, (row: SeatRow) => ReactNode> = {
  student: ({ student, email }) => student || (email ? 'No name' : 'Account deleted'),
  email: ({ email }) => email,
  seat: ({ seat }) => seatWords[seat],
  until: ({ until }) => until && <time dateTime={until}>{momentOf(until)}</time>,
  partner: ({ partner }) => partner.toUpperCase(),
  reference: ({ reference }) => <span className="font-mono text-sm">{reference}</span>,
  since: ({ since }) => <time dateTime={since}>{momentOf(since)}</time>,
};

import { CircleCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { matterList, type MatterRow } from '../../../contract/console/matters.ts';
import { List } from '../../list/list.tsx';
import { send } from '../../session/client.ts';
import { useMay } from '../../session/me.ts';
import { EmptyState } from '../../shell/empty-state.tsx';
import { NotFound } from '../../shell/not-found.page.tsx';
import { Page } from '../../shell/page.tsx';
import { dateOf, startText } from '../../shell/times.ts';
import { matterChoices, usePartnerChoices } from '../order-words.ts';
import { titleOf } from './matter-words.ts';

/** Money and cohorts that wait for a person. */
export function Component() {
  return useMay('see-orders') ? <MattersPage /> : <NotFound />;
}

function MattersPage() {
  const partner = usePartnerChoices();
  return (
    <Page
      title="Needs a person"
      within={{ label: 'Home', to: '/' }}
      about="Money and cohorts that somebody has to look at, those that have waited longest first."
    >
      <List<MatterRow>
        declaration={matterList}
        queryKey={['matters']}
        rowsName="matters"
        fetchPage={(query) => send('GET /console/api/matters', undefined, { ...query })}
        rowKey={({ id }) => id}
        rowTo={({ id }) => `/matters/${id}`}
        cells={cells}
        choices={{ partner, kind: matterChoices }}
        wide={['reference', 'note']}
        empty={
          <EmptyState icon={CircleCheck} title="Nothing waits">
            <p>
              A payment that differs from its order, a student who paid and has no seat, and a cohort with few students
              appear here by themselves.
            </p>
          </EmptyState>
        }
      />
    </Page>
  );
}

const cells: Record<string, (row: MatterRow) => ReactNode> = {
  reference: ({ reference }) => reference,
  kind: ({ about }) => titleOf(about),
  partner: ({ partners }) => partners?.map((code) => code.toUpperCase()).join(', '),
  note: noteOf,
  at: ({ at, startDate }) => (
    <time dateTime={startDate ?? at}>{startDate ? `Starts ${startText(startDate)}` : dateOf(at)}</time>
  ),
};

function noteOf({ kind, note, seats }: MatterRow): string {
  if (seats) return `${soldWords(seats)} Confirm it, ask for more students, or move those it has.`;
  if (kind === 'unseated') return 'The money goes back by itself, unless the student or you take a free seat.';
  if (kind === 'dispute') return 'The bank decided for the student: the seat is free again.';
  return note;
}

const soldWords = ({ sold, capacity, minimum }: NonNullable<MatterRow['seats']>) =>
  minimum === null ? `${sold} of ${capacity} seats sold.` : `${sold} of the ${minimum} students it needs.`;

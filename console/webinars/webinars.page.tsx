import { Presentation } from 'lucide-react';
import type { ReactNode } from 'react';
import { webinarList, type WebinarRow } from '../../contract/console/webinars-schemas.ts';
import { courses } from '../../shared/courses.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { List } from '../list/list.tsx';
import { usePartnerChoices } from '../list/partner-choices.ts';
import { send } from '../session/client.ts';
import { useMay } from '../session/me.ts';
import { EmptyState } from '../shell/empty-state.tsx';
import { NotFound } from '../shell/not-found.page.tsx';
import { Page } from '../shell/page.tsx';
import { webinarsKey } from './webinar-queries.ts';
import {
  clockWords,
  courseChoices,
  partnerWords,
  repeatWords,
  standingChoices,
  standingWords,
  timeWords,
} from './webinar-words.ts';

/** Every webinar in scope. */
export function Component() {
  return useMay('answer-requests') ? <WebinarsPage /> : <NotFound />;
}

function WebinarsPage() {
  const partner = usePartnerChoices();
  return (
    <Page
      title="Webinars"
      about="What stands on the events pages, what is planned, and who takes part."
      action={<ButtonLink to="/webinars/new">New webinar</ButtonLink>}
    >
      <List<WebinarRow>
        declaration={webinarList}
        queryKey={[...webinarsKey, 'list']}
        rowsName="webinars"
        fetchPage={(query) => send('GET /console/api/webinars', undefined, { ...query })}
        rowKey={({ id }) => id}
        rowTo={({ id }) => `/webinars/${id}`}
        cells={cells}
        choices={{ partner, course: courseChoices, standing: standingChoices }}
        wide={['title', 'day']}
        empty={
          <EmptyState icon={Presentation} title="No webinars yet">
            <p>Create one as a draft, look at it in the partner’s words, and publish it when it is ready.</p>
          </EmptyState>
        }
      />
    </Page>
  );
}

const cells: Record<string, (row: WebinarRow) => ReactNode> = {
  title: ({ title }) => title,
  partner: ({ partner }) => partnerWords(partner),
  course: ({ course }) => courses[course].name,
  standing: ({ standing }) => standingWords[standing].label,
  day: (row) => (
    <>
      {timeWords(row)}
      <span className="block text-sm text-muted">
        {clockWords(row)}
        {row.everyWeeks !== null && `, ${repeatWords(row.everyWeeks).toLowerCase()}`}
      </span>
    </>
  ),
  registered: ({ registered }) => <span className="tabular-nums">{registered}</span>,
};

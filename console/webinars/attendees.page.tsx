import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Users } from 'lucide-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useParams } from 'react-router';
import { addressOf } from '../../client/console.ts';
import { attendeeList, type AttendeeRow } from '../../contract/console/webinars-schemas.ts';
import { Button } from '../../ui/button.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { toast } from '../../ui/toast.ts';
import { List } from '../list/list.tsx';
import { usePartnerChoices } from '../list/partner-choices.ts';
import { send } from '../session/client.ts';
import { useMay } from '../session/me.ts';
import { isRefusal, messageOf } from '../session/message-of.ts';
import { EmptyState } from '../shell/empty-state.tsx';
import { NotFound } from '../shell/not-found.page.tsx';
import { Page } from '../shell/page.tsx';
import { dayOf, momentOf } from '../shell/times.ts';
import { PasteDialog } from './paste-dialog.tsx';
import { webinarQuery, webinarsKey } from './webinar-queries.ts';

/** Who is registered for a webinar, by occasion, and who came. */
export function Component() {
  const { webinarId = '' } = useParams();
  const { data: webinar, error } = useQuery(webinarQuery(webinarId));
  const [isPasting, setPasting] = useState(false);
  const partner = usePartnerChoices();
  const may = useMay('answer-requests');
  if (!may || isRefusal(error, 'webinar-not-found')) return <NotFound what="This webinar does not exist." />;
  const occasions = webinar?.occasions ?? [];
  const days = occasions.map(({ day }) => ({ value: day, label: dayOf(day) }));
  const begun = occasions.filter(({ isOver }) => isOver);
  return (
    <Page
      title="Registered people"
      within={{ label: webinar?.title ?? 'Webinar', to: `/webinars/${webinarId}` }}
      about="A tick says that somebody came. It can be set once the webinar has begun."
      action={begun.length > 0 && <Button onClick={() => setPasting(true)}>Paste who came…</Button>}
    >
      <List<AttendeeRow>
        declaration={attendeeList}
        queryKey={[...webinarsKey, webinarId, 'attendees']}
        rowsName="attendees"
        fetchPage={(query) =>
          send('GET /console/api/webinars/:webinarId/attendees', undefined, { webinarId, ...query })
        }
        exportTo={(query) => addressOf('GET /console/api/webinars/:webinarId/attendees.csv', { webinarId, ...query })}
        rowKey={({ id }) => id}
        cells={cellsOf(webinarId)}
        choices={{ partner, day: days }}
        wide={['email']}
        empty={
          <EmptyState icon={Users} title="Nobody has registered yet">
            <p>Students register on the events page. They appear here at once, by occasion.</p>
          </EmptyState>
        }
      />
      {isPasting && <PasteDialog webinarId={webinarId} occasions={begun} onClose={() => setPasting(false)} />}
    </Page>
  );
}

const cellsOf = (webinarId: string): Record<string, (row: AttendeeRow) => ReactNode> => ({
  email: ({ email, siteId, memberId }) => <TextLink to={`/sites/${siteId}/members/${memberId}`}>{email}</TextLink>,
  name: ({ name }) => name,
  partner: ({ partner }) => partner.toUpperCase(),
  day: ({ day }) => dayOf(day),
  registered: ({ registeredAt }) => <time dateTime={registeredAt}>{momentOf(registeredAt)}</time>,
  attended: (row) => <AttendedBox webinarId={webinarId} row={row} />,
});

/** Ticked by hand; each tick is kept at once. */
function AttendedBox({ webinarId, row }: { webinarId: string; row: AttendeeRow }) {
  const queryClient = useQueryClient();
  const [wished, setWished] = useState<boolean>();
  if (!row.hasBegun) return <span className="text-muted">Not begun</span>;
  async function mark(attended: boolean) {
    setWished(attended);
    try {
      const body = { day: row.day, attended, who: { attendeeIds: [row.id] } };
      await send('POST /console/api/webinars/:webinarId/attendance', body, { webinarId });
      await queryClient.invalidateQueries({ queryKey: webinarsKey });
    } catch (error) {
      toast({ kind: 'error', title: messageOf(error) });
    }
    setWished(undefined);
  }
  return (
    <input
      type="checkbox"
      aria-label={`${row.email} attended`}
      className="size-6 cursor-pointer accent-brand"
      checked={wished ?? row.attended}
      onChange={(event) => void mark(event.currentTarget.checked)}
    />
  );
}

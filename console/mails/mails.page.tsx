import type { ReactNode } from 'react';
import { Mail } from 'lucide-react';
import { addressOf } from '../../client/console.ts';
import { mailList, type MailRow } from '../../contract/console/mails.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { List } from '../list/list.tsx';
import { send } from '../session/client.ts';
import { useMay, useMe } from '../session/me.ts';
import { useSites } from '../session/sites.ts';
import { EmptyState } from '../shell/empty-state.tsx';
import { NotFound } from '../shell/not-found.page.tsx';
import { Page } from '../shell/page.tsx';
import { momentOf } from '../shell/times.ts';
import { kindWords, MailStateLine, stateChoices } from './mail-words.tsx';

/** Every mail that is kept, in scope. */
export function Component() {
  return useMay('see-members') ? <MailsPage /> : <NotFound />;
}

function MailsPage() {
  const sites = useSites();
  const mayExport = useMay('export-members');
  const { partners } = useMe().scope;
  const seesTemplates = useMay('see-orders') && partners.length > 0;
  const siteName = (id: string) => sites.find((site) => site.id === id)?.name ?? id;
  return (
    <Page
      title="Mails"
      about="Every mail of the last month: to whom, why, and what became of it."
      action={
        seesTemplates && (
          <ButtonLink to="/mails/templates" look="outline">
            Templates
          </ButtonLink>
        )
      }
    >
      <List<MailRow>
        declaration={mailList}
        queryKey={['mails']}
        rowsName="mails"
        fetchPage={(query) => send('GET /console/api/mails', undefined, { ...query })}
        views={{ list: 'mails', siteId: null }}
        rowKey={({ id }) => id}
        rowTo={({ id }) => `/mails/${id}`}
        cells={cellsOf(siteName)}
        choices={{ site: sites.map(({ id, name }) => ({ value: id, label: name })), state: stateChoices }}
        wide={['subject', 'to', 'at']}
        exportTo={mayExport ? (query) => addressOf('GET /console/api/mails.csv', { ...query }) : undefined}
        empty={
          <EmptyState icon={Mail} title="Nothing has been mailed yet">
            <p>Codes, receipts and notices to members appear here as soon as they are asked for.</p>
          </EmptyState>
        }
      />
    </Page>
  );
}

/** What stands in the columns. */
const cellsOf = (siteName: (id: string) => string): Record<string, (row: MailRow) => ReactNode> => ({
  subject: ({ subject }) => subject,
  to: ({ to }) => to,
  state: ({ state }) => <MailStateLine state={state} />,
  kind: ({ kind }) => kindWords(kind),
  at: ({ at }) => <time dateTime={at}>{momentOf(at)}</time>,
  sent: ({ sentAt }) => sentAt && <time dateTime={sentAt}>{momentOf(sentAt)}</time>,
  site: ({ siteId }) => siteId && siteName(siteId),
  partner: ({ partner }) => partner?.toUpperCase(),
  member: ({ memberId }) => memberId && <span className="font-mono text-sm">{memberId}</span>,
});

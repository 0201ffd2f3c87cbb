import { ScrollText } from 'lucide-react';
import type { ReactNode } from 'react';
import { addressOf } from '../../client/console.ts';
import { auditList, type AuditRow } from '../../contract/console/audit.ts';
import { List } from '../list/list.tsx';
import { send } from '../session/client.ts';
import { useMay } from '../session/me.ts';
import { useSites } from '../session/sites.ts';
import { EmptyState } from '../shell/empty-state.tsx';
import { NotFound } from '../shell/not-found.page.tsx';
import { Page } from '../shell/page.tsx';
import { SubjectLink } from '../shell/subject-link.tsx';
import { momentOf } from '../shell/times.ts';

/** What staff, operators and secret keys did, in scope. */
export function Component() {
  return useMay('see-audit') ? <AuditPage /> : <NotFound />;
}

function AuditPage() {
  const sites = useSites();
  const siteName = (id: string) => sites.find((site) => site.id === id)?.name ?? id;
  return (
    <Page
      title="Audit log"
      about="Who did what. Nobody can change or remove an entry; it is deleted after two years, unless the operator has set another time."
    >
      <List<AuditRow>
        declaration={auditList}
        queryKey={['audit']}
        rowsName="entries"
        fetchPage={(query) => send('GET /console/api/audit', undefined, { ...query })}
        views={{ list: 'audit', siteId: null }}
        rowKey={({ id }) => id}
        cells={cellsOf(siteName)}
        wide={['actor', 'note']}
        narrow={['partner']}
        choices={{ site: sites.map(({ id, name }) => ({ value: id, label: name })) }}
        exportTo={(query) => addressOf('GET /console/api/audit.csv', { ...query })}
        empty={
          <EmptyState icon={ScrollText} title="Nothing has been done yet">
            <p>Each change by staff, by a secret key or on the command line appears here, with who, when and why.</p>
          </EmptyState>
        }
      />
    </Page>
  );
}

/** Letters of a note that are shown at once: some three lines. */
const shownLength = 120;

/** A text that may be a whole difference of a site: its beginning, and the rest at a press. */
function LongText({ text }: { text: string }) {
  if (text.length <= shownLength) return text;
  return (
    <details className="relative">
      <summary className="cursor-pointer">{text.slice(0, shownLength)}…</summary>
      <p className="mt-1 whitespace-pre-line">{text}</p>
    </details>
  );
}

/** "member.updated", which breaks after its dot where there is little room. */
function Act({ name }: { name: string }) {
  const [subject, ...rest] = name.split('.');
  return (
    <>
      {subject}
      {rest.length > 0 && (
        <>
          .<wbr />
          {rest.join('.')}
        </>
      )}
    </>
  );
}

/** What stands in the columns. */
const cellsOf = (siteName: (id: string) => string): Record<string, (row: AuditRow) => ReactNode> => ({
  at: ({ at }) => <time dateTime={at}>{momentOf(at)}</time>,
  actor: ({ actor }) => actor,
  staffId: ({ staffId }) => staffId && monospaced(staffId),
  action: ({ action }) => <Act name={action} />,
  subject: ({ subject, siteId }) => <SubjectLink subject={subject} siteId={siteId} />,
  site: ({ siteId }) => siteId && siteName(siteId),
  partner: ({ partner }) => partner?.toUpperCase(),
  note: ({ note }) => note && longText(note),
  reason: ({ reason }) => reason,
});

const monospaced = (text: string) => <span className="font-mono text-sm">{text}</span>;
const longText = (text: string) => <LongText text={text} />;

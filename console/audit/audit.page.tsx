import { ScrollText } from 'lucide-react';
import { addressOf } from '../../client/console.ts';
import { auditList, type AuditRow } from '../../contract/console/audit.ts';
import { List } from '../list/list.tsx';
import { send } from '../session/client.ts';
import { useMay } from '../session/me.ts';
import { useSites } from '../session/sites.ts';
import { EmptyState } from '../shell/empty-state.tsx';
import { NotFound } from '../shell/not-found.page.tsx';
import { Page } from '../shell/page.tsx';
import { momentOf } from '../shell/times.ts';

/** What staff, operators and secret keys did, in scope. */
export function Component() {
  return useMay('see-audit') ? <AuditPage /> : <NotFound />;
}

function AuditPage() {
  const sites = useSites();
  const siteName = (id: string) => sites.find((site) => site.id === id)?.name ?? id;
  return (
    <Page title="Audit log" about="Who did what. Nothing changes or removes an entry.">
      <List<AuditRow>
        declaration={auditList}
        queryKey={['audit']}
        rowsName="entries"
        fetchPage={(query) => send('GET /console/api/audit', undefined, { ...query })}
        rowKey={({ id }) => id}
        cells={{
          at: ({ at }) => <time dateTime={at}>{momentOf(at)}</time>,
          actor: ({ actor }) => actor,
          staffId: ({ staffId }) => staffId && <span className="font-mono text-sm">{staffId}</span>,
          action: ({ action }) => action,
          subject: ({ subject }) => <span className="font-mono text-sm">{subject}</span>,
          site: ({ siteId }) => siteId && siteName(siteId),
          partner: ({ partner }) => partner?.toUpperCase(),
          note: ({ note }) => note,
          reason: ({ reason }) => reason,
        }}
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

import { useQuery } from '@tanstack/react-query';
import { FileUp } from 'lucide-react';
import { Fragment, type ReactNode } from 'react';
import { useParams } from 'react-router';
import { importList, type ListedImport } from '../../../contract/console/imports-schemas.ts';
import { tones } from '../../../ui/tones.ts';
import { List } from '../../list/list.tsx';
import { send } from '../../session/client.ts';
import { useMay } from '../../session/me.ts';
import { isRefusal } from '../../session/message-of.ts';
import { EmptyState } from '../../shell/empty-state.tsx';
import { NotFound } from '../../shell/not-found.page.tsx';
import { Page } from '../../shell/page.tsx';
import { momentOf } from '../../shell/times.ts';
import { siteQuery } from '../member-queries.ts';
import { importStates, importsKey } from './import-queries.ts';
import { UploadForm } from './upload-form.tsx';

const numbers = new Intl.NumberFormat();

/** Brings members from a file, and the imports of the last month. */
export function Component() {
  const { siteId = '' } = useParams();
  const mayImport = useMay('export-members');
  const { error } = useQuery(siteQuery(siteId));
  if (!mayImport || isRefusal(error, 'not-found')) return <NotFound />;
  return (
    <Page
      title="Import members"
      within={{ label: 'Members', to: `/sites/${siteId}/members` }}
      about="From a CSV file of another system. First every row is looked at and nothing is changed. Nobody gets a mail."
    >
      <Fragment key={siteId}>
        <UploadForm siteId={siteId} />
        <h2 className="mt-10 mb-3">Imports of the last month</h2>
        <List<ListedImport>
          declaration={importList}
          queryKey={[...importsKey(siteId), 'list']}
          rowsName="imports"
          fetchPage={(query) => send('GET /console/api/sites/:siteId/imports', undefined, { siteId, ...query })}
          rowKey={({ id }) => id}
          rowTo={({ id }) => `/sites/${siteId}/members/import/${id}`}
          cells={cells}
          choices={{ state: Object.entries(importStates).map(([value, { words }]) => ({ value, label: words })) }}
          empty={
            <EmptyState icon={FileUp} title="No imports yet">
              <p>A file that you choose above appears here, with what it came to.</p>
            </EmptyState>
          }
        />
      </Fragment>
    </Page>
  );
}

/** What stands in the columns. */
const cells: Record<string, (row: ListedImport) => ReactNode> = {
  file: ({ fileName }) => fileName,
  state: ({ state }) => (
    <span className={`font-semibold ${tones[importStates[state].tone].text}`}>{importStates[state].words}</span>
  ),
  created: ({ createdAt }) => <time dateTime={createdAt}>{momentOf(createdAt)}</time>,
  rows: ({ rows }) => numbers.format(rows),
  members: ({ created }) => numbers.format(created),
  actor: ({ actor }) => actor,
};

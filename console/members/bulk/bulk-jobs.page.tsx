import { useQuery } from '@tanstack/react-query';
import { ListChecks } from 'lucide-react';
import type { ReactNode } from 'react';
import { useParams } from 'react-router';
import { bulkJobList, type BulkJob } from '../../../contract/console/bulk-schemas.ts';
import type { ShownSite } from '../../../contract/console/members-schemas.ts';
import { tones } from '../../../ui/tones.ts';
import { List } from '../../list/list.tsx';
import { send } from '../../session/client.ts';
import { isRefusal } from '../../session/message-of.ts';
import { EmptyState } from '../../shell/empty-state.tsx';
import { NotFound } from '../../shell/not-found.page.tsx';
import { Page } from '../../shell/page.tsx';
import { momentOf } from '../../shell/times.ts';
import { siteQuery } from '../member-queries.ts';
import { bulkJobsKey } from './bulk-queries.ts';
import { actWords, stateWords, titleOf } from './bulk-words.ts';

const numbers = new Intl.NumberFormat();

/** The acts on many members of a site, those under way and those of the last month. */
export function Component() {
  const { siteId = '' } = useParams();
  const { data: site, error } = useQuery(siteQuery(siteId));
  if (isRefusal(error, 'not-found')) return <NotFound what="This site does not exist." />;
  return (
    <Page
      title="Acts on many members"
      within={{ label: 'Members', to: `/sites/${siteId}/members` }}
      about="What goes on in the background, and what it came to in the last month."
    >
      <List<BulkJob>
        key={siteId}
        declaration={bulkJobList}
        queryKey={[...bulkJobsKey(siteId), 'list']}
        rowsName="acts"
        fetchPage={(query) => send('GET /console/api/sites/:siteId/bulk-jobs', undefined, { siteId, ...query })}
        rowKey={({ id }) => id}
        rowTo={({ id }) => `/sites/${siteId}/bulk/${id}`}
        cells={cellsOf(site)}
        wide={['act']}
        choices={{
          act: Object.entries(actWords).map(([value, label]) => ({ value, label })),
          state: Object.entries(stateWords).map(([value, { words }]) => ({ value, label: words })),
        }}
        empty={
          <EmptyState icon={ListChecks} title="Nothing yet">
            <p>Choose members in their list, and what to do with them. It appears here.</p>
          </EmptyState>
        }
      />
    </Page>
  );
}

/** What stands in the columns. */
const cellsOf = (site: ShownSite | undefined): Record<string, (row: BulkJob) => ReactNode> => ({
  act: (job) => titleOf(job, site),
  state: ({ state }) => (
    <span className={`font-semibold ${tones[stateWords[state].tone].text}`}>{stateWords[state].words}</span>
  ),
  total: ({ total }) => numbers.format(total),
  done: ({ done }) => numbers.format(done),
  refused: ({ refused }) => numbers.format(refused),
  actor: ({ actor }) => actor,
  created: ({ createdAt }) => <time dateTime={createdAt}>{momentOf(createdAt)}</time>,
});

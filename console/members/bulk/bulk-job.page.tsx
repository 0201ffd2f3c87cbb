import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ListChecks } from 'lucide-react';
import { useEffect, useState, type ReactNode } from 'react';
import { useParams } from 'react-router';
import { bulkResultList, type BulkJob, type BulkResult } from '../../../contract/console/bulk-schemas.ts';
import { addressOf } from '../../../client/console.ts';
import { tones, type Tone } from '../../../ui/tones.ts';
import { List } from '../../list/list.tsx';
import { send } from '../../session/client.ts';
import { useMay } from '../../session/me.ts';
import { isRefusal } from '../../session/message-of.ts';
import { EmptyState } from '../../shell/empty-state.tsx';
import { NotFound } from '../../shell/not-found.page.tsx';
import { Page } from '../../shell/page.tsx';
import { membersKey, siteQuery } from '../member-queries.ts';
import { BulkJobActs } from './bulk-job-acts.tsx';
import { BulkProgress } from './bulk-progress.tsx';
import { bulkJobQuery, bulkJobsKey } from './bulk-queries.ts';
import { titleOf } from './bulk-words.ts';

const results: Record<BulkResult['state'], { words: string; tone: Tone }> = {
  waiting: { words: 'Waiting', tone: 'neutral' },
  done: { words: 'Changed', tone: 'success' },
  unchanged: { words: 'Was so already', tone: 'neutral' },
  refused: { words: 'Refused', tone: 'error' },
};

/** What stands in the columns. */
const cells: Record<string, (row: BulkResult) => ReactNode> = {
  email: ({ email }) => email,
  state: ({ state }) => (
    <span className={`font-semibold ${tones[results[state].tone].text}`}>{results[state].words}</span>
  ),
  code: ({ message, code }) => message ?? code,
  id: ({ id }) => <span className="font-mono text-sm">{id}</span>,
};

/** An act on many members: how far it is, what it came to for each, and the way back. */
export function Component() {
  const { siteId = '', bulkJobId = '' } = useParams();
  const mayExport = useMay('export-members');
  const site = useQuery(siteQuery(siteId)).data;
  const { data: job, error } = useQuery(bulkJobQuery(siteId, bulkJobId));
  useFreshMembers(siteId, job);
  if (isRefusal(error, 'not-found') || isRefusal(error, 'bulk-job-not-found'))
    return <NotFound what="This act does not exist, or its results have been deleted after a month." />;
  const place = { siteId, bulkJobId };
  return (
    <Page
      title={job ? titleOf(job, site) : 'Act on many members'}
      within={{ label: 'Acts on many members', to: `/sites/${siteId}/bulk` }}
      action={job && <BulkJobActs job={job} />}
    >
      {job && <BulkProgress job={job} />}
      <h2 className="mt-8 mb-3">Results</h2>
      <List<BulkResult>
        declaration={bulkResultList}
        queryKey={[...bulkJobsKey(siteId), bulkJobId, 'results', job?.endedAt ?? 'under way']}
        rowsName="results"
        fetchPage={(query) =>
          send('GET /console/api/sites/:siteId/bulk-jobs/:bulkJobId/results', undefined, { ...place, ...query })
        }
        rowKey={({ id }) => id}
        rowTo={({ id }) => `/sites/${siteId}/members/${id}`}
        cells={cells}
        wide={['code']}
        choices={{ state: Object.entries(results).map(([value, { words }]) => ({ value, label: words })) }}
        exportTo={
          mayExport
            ? (query) =>
                addressOf('GET /console/api/sites/:siteId/bulk-jobs/:bulkJobId/results.csv', { ...place, ...query })
            : undefined
        }
        empty={
          <EmptyState icon={ListChecks} title="No members here">
            <p>Results go with the member: who has been deleted stands in the audit log alone.</p>
          </EmptyState>
        }
      />
    </Page>
  );
}

/** Members look different once a job that was watched has ended. */
function useFreshMembers(siteId: string, job: BulkJob | undefined): void {
  const queryClient = useQueryClient();
  const [wasUnderWay, setUnderWay] = useState(false);
  const isUnderWay = job?.endedAt === null;
  if (isUnderWay && !wasUnderWay) setUnderWay(true);
  useEffect(() => {
    if (wasUnderWay && !isUnderWay) void queryClient.invalidateQueries({ queryKey: membersKey(siteId) });
  }, [wasUnderWay, isUnderWay, siteId, queryClient]);
}

import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import type { BulkJob } from '../../contract/console/bulk-schemas.ts';
import { toast } from '../../ui/toast.ts';
import { sendInBackground } from '../session/client.ts';

/** Milliseconds between two looks while something is under way. */
const lookMs = 3_000;

/**
 * Says on any page that an act on many members, which this person began, has ended. The act's own page is left out: it
 * has a status of its own, which a screen reader would read twice.
 */
export function BulkWatch() {
  const { data } = useQuery({
    queryKey: ['own-bulk-jobs'],
    queryFn: async () => (await sendInBackground('GET /console/api/own-bulk-jobs')).data,
    refetchInterval: ({ state }) => (state.data?.some(({ endedAt }) => endedAt === null) ? lookMs : false),
  });
  const { pathname } = useLocation();
  const watched = useRef(new Set<string>());
  useEffect(() => {
    for (const job of data ?? []) {
      if (job.endedAt === null) watched.current.add(job.id);
      else if (watched.current.delete(job.id) && !pathname.endsWith(`/bulk/${job.id}`)) tell(job);
    }
  }, [data, pathname]);
  return null;
}

function tell({ state, done, unchanged, refused }: BulkJob): void {
  const numbers = `${done} changed, ${unchanged} were so already, ${refused} refused`;
  if (state === 'done') toast({ kind: 'success', title: `The act on many members is done: ${numbers}` });
  else if (state === 'stopped') toast({ kind: 'error', title: `The act on many members has stopped: ${numbers}` });
}

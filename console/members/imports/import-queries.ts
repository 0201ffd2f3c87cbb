import { queryOptions } from '@tanstack/react-query';
import type { MemberImport } from '../../../contract/console/imports-schemas.ts';
import type { Tone } from '../../../ui/tones.ts';
import { sendInBackground } from '../../session/client.ts';

/** Milliseconds between two looks at an import that is under way. */
const lookMs = 1_000;

export const importsKey = (siteId: string) => ['sites', siteId, 'imports'] as const;

/** Milliseconds after a stop in which the rows that were under way are counted. */
const settlesMs = 10_000;
/** When an import was first seen as stopped. The reader's clock may differ from the one that `endedAt` is by. */
const stopsSeen = new Map<string, number>();

function isSettling({ id, state, checkedCounts }: Pick<MemberImport, 'id' | 'state' | 'checkedCounts'>): boolean {
  // Stopped before it was applied, it has written nothing.
  if (state !== 'cancelled' || checkedCounts === null) return false;
  const now = Date.now();
  const seenAt = stopsSeen.get(id) ?? now;
  stopsSeen.set(id, seenAt);
  return now - seenAt < settlesMs;
}

/** Whether something goes on in the background. */
export const isUnderWay = (found: Pick<MemberImport, 'id' | 'state' | 'checkedCounts'>): boolean =>
  found.state === 'checking' || found.state === 'applying' || isSettling(found);

/** An import, asked for again and again while something goes on. */
export const importQuery = (siteId: string, importId: string) =>
  queryOptions({
    queryKey: [...importsKey(siteId), importId],
    queryFn: async () =>
      (await sendInBackground('GET /console/api/sites/:siteId/imports/:importId', undefined, { siteId, importId }))
        .data,
    refetchInterval: ({ state }) => (state.data && isUnderWay(state.data) ? lookMs : false),
    staleTime: 0,
  });

export const importStates: Readonly<Record<MemberImport['state'], { words: string; tone: Tone }>> = {
  uploading: { words: 'Being sent', tone: 'info' },
  uploaded: { words: 'Columns to be named', tone: 'warning' },
  checking: { words: 'Being looked at', tone: 'info' },
  checked: { words: 'Looked at', tone: 'warning' },
  applying: { words: 'Being imported', tone: 'info' },
  done: { words: 'Imported', tone: 'success' },
  cancelled: { words: 'Stopped by staff', tone: 'neutral' },
  stopped: { words: 'Stopped by itself', tone: 'error' },
  expired: { words: 'Left for a day, and deleted', tone: 'neutral' },
};

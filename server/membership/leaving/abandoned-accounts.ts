import * as z from 'zod/mini';
import { transaction, type Transaction } from '../../platform/database/database.ts';
import { doForAll } from '../../platform/do-for-all.ts';
import { addLoneJob, jobKind } from '../../platform/jobs.ts';
import { removeMember } from './delete-member.ts';
import type { Services } from '../services.ts';
import { listAbandoned, lockAbandoned } from './abandoned-accounts.store.ts';
import { retention } from '../retention.ts';

/**
 * An account whose address was never proved and that was not logged in to for so long is deleted, unless a rule keeps
 * it: it may stand on a stranger's address, and robots make many.
 */
const abandonedDays = retention.abandonedAccountDays;
const atOnce = 50;

/** Says that a member must stay. Asked inside the transaction that would remove them, with the member locked. */
export type MemberKeeper = (tx: Transaction, memberId: string) => Promise<boolean>;

/** Once a day, in portions that a job has time for; each but the first is told where the one before has ended. */
export const forgetAbandonedJob = jobKind({
  name: 'forget-abandoned-accounts',
  lane: 'upkeep',
  schedule: '40 4 * * *',
  payload: z.object({ after: z._default(z.string(), '') }),
});

/** Clears a portion away. @param after the id of the member that the portion before has ended with */
export async function forgetAbandoned(
  services: Services,
  keepers: readonly MemberKeeper[],
  after: string,
): Promise<void> {
  const memberIds = await listAbandoned(services.db, { days: abandonedDays, after, limit: atOnce });
  const last = memberIds.at(-1);
  if (last !== undefined && memberIds.length === atOnce)
    await addLoneJob(services.db, forgetAbandonedJob, { after: last }, { key: 'on' });
  await doForAll(memberIds, (memberId) => forget(services, keepers, memberId));
}

function forget(services: Services, keepers: readonly MemberKeeper[], memberId: string): Promise<void> {
  return transaction(services.db, async (tx) => {
    const siteId = await lockAbandoned(tx, memberId, abandonedDays);
    if (siteId === undefined) return;
    for (const isNeeded of keepers) if (await isNeeded(tx, memberId)) return;
    await removeMember(services, tx, { site: await services.sites.get(siteId), memberId });
  });
}

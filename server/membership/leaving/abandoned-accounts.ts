import { keptDays } from '../../../shared/retention.ts';
import * as z from 'zod/mini';
import { transaction, type Transaction } from '../../platform/database/database.ts';
import { doForAll } from '../../platform/do-for-all.ts';
import { addLoneJob, jobKind } from '../../platform/jobs.ts';
import { removeMember } from './delete-member.ts';
import type { Services } from '../services.ts';
import { listAbandoned, lockAbandoned } from './abandoned-accounts.store.ts';

/**
 * An unproved account without a log-in for so long is deleted, unless a rule keeps it: its address may be another
 * person's, and bots create many.
 */
const abandonedDays = keptDays.abandonedAccount;
const atOnce = 50;

/** Whether a member must stay. Called in the transaction that would delete the member, who is locked. */
export type MemberKeeper = (tx: Transaction, memberId: string) => Promise<boolean>;

/** Once a day, in batches that a job has time for; `after` is the cursor, the last id of the batch before. */
export const forgetAbandonedJob = jobKind({
  name: 'forget-abandoned-accounts',
  lane: 'upkeep',
  schedule: '40 4 * * *',
  payload: z.object({ after: z._default(z.string(), '') }),
});

/** Deletes a batch of abandoned accounts and queues the next. @param after id of the last member of the batch before */
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

import { transaction, type Transaction } from '../../platform/database/database.ts';
import { doForAll } from '../../platform/do-for-all.ts';
import { addLoneJob, type JobKind } from '../../platform/jobs.ts';
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
const name = 'forget-abandoned-accounts';

/** Says that a member must stay. Asked inside the transaction that would remove them, with the member locked. */
export type MemberKeeper = (tx: Transaction, memberId: string) => Promise<boolean>;

/** Once a day, in portions that a job has time for. @param keepers asked in this order */
export const forgetAbandonedJob = (services: Services, keepers: readonly MemberKeeper[]): JobKind => ({
  name,
  lane: 'upkeep',
  schedule: '40 4 * * *',
  handler: async (payload) => {
    const { after = '' } = payload as { after?: string };
    const memberIds = await listAbandoned(services.db, { days: abandonedDays, after, limit: atOnce });
    const last = memberIds.at(-1);
    if (last !== undefined && memberIds.length === atOnce)
      await addLoneJob(services.db, { name, payload: { after: last }, key: `${name}-on` });
    await doForAll(memberIds, (memberId) => forget(services, keepers, memberId));
  },
});

function forget(services: Services, keepers: readonly MemberKeeper[], memberId: string): Promise<void> {
  return transaction(services.db, async (tx) => {
    const siteId = await lockAbandoned(tx, memberId, abandonedDays);
    if (siteId === undefined) return;
    for (const isNeeded of keepers) if (await isNeeded(tx, memberId)) return;
    await removeMember(services, tx, { site: await services.sites.get(siteId), memberId });
  });
}

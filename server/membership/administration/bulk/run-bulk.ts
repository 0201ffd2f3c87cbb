import * as z from 'zod/mini';
import { isPermitted } from '../../../../contract/permissions.ts';
import { isUnavailable, transaction, type Transaction } from '../../../platform/database/database.ts';
import { addJob, jobKind } from '../../../platform/jobs.ts';
import { readPage } from '../../../platform/lists/read-list.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { recordAct } from '../../audit/audit.ts';
import type { Services } from '../../services.ts';
import { requireSite, type SiteInScope } from '../console/member-scope.ts';
import { memberSource } from '../console/member-source.store.ts';
import { rulesOf, type Kind, type Turn } from './bulk-acts.ts';
import {
  addItems,
  endJob,
  findInScope,
  findJob,
  findWaiting,
  lockMembers,
  noteCollected,
  noteOutcome,
  type StoredJob,
  type WaitingItem,
} from './bulk.store.ts';

/** One run of a job on many members: some seconds of it, and then the next one is queued behind those of others. */
export const bulkJob = jobKind({
  name: 'act-on-members',
  lane: 'bulk',
  payload: z.object({ siteId: z.string(), jobId: z.string() }),
});

/** Milliseconds of one run: far below the 30 s of a job, and short enough that two jobs take turns. */
const runMs = 5_000;
/** Ids that one statement collects. */
const collectedAtOnce = 2_000;
/** Members between two looks at permission and scope. */
const batchSize = 50;

type Place = { siteId: string; jobId: string };

/** Goes on with a job. Whatever it had done before it was killed stays noted: each member in the transaction of their act. */
export async function runBulk(services: Services, place: Place): Promise<void> {
  const deadline = performance.now() + runMs;
  let job = await findJob(services.db, place.siteId, place.jobId);
  if (!job || job.endedAt !== null) return undefined;
  const powers = await findPowers(services, job);
  if ('stopCode' in powers) return stop(services, job, powers.stopCode);
  if (job.state === 'collecting') {
    const collected = await collect(services, powers, job, deadline).catch(refusalOf);
    if (collected instanceof Refusal) return stop(services, job, collected.code);
    if (!collected) return goOn(services, place, 0);
    job = await findJob(services.db, place.siteId, place.jobId);
    if (!job || job.endedAt !== null) return undefined;
  }
  // Members may have come to match a filter since the number was typed.
  if (job.expected !== null && job.total !== job.expected) return stop(services, job, 'bulk-number-differs');
  return act(services, job, deadline);
}

/** A filter that the site does not know any more: its field was removed since the job began. @throws all else */
function refusalOf(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  throw error;
}

/** The scope of who began the job, as it is now. @returns why it may not go on, otherwise */
async function findPowers(services: Services, job: StoredJob): Promise<SiteInScope | { stopCode: string }> {
  const powers = await services.staffPowers?.(job.staffId);
  if (!powers) return { stopCode: 'person-removed' };
  if (!isPermitted(powers.role, rulesOf(job.act).permission)) return { stopCode: 'permission-lost' };
  try {
    return await requireSite(services, powers.scope, job.siteId);
  } catch (error) {
    if (error instanceof Refusal) return { stopCode: 'scope-lost' };
    throw error;
  }
}

/** Notes the ids of the list's members, as it was when the job began to collect. @returns whether all are */
async function collect(
  { db }: Services,
  { site, members }: SiteInScope,
  { id: jobId, siteId, query, ...job }: StoredJob,
  deadline: number,
): Promise<boolean> {
  const place = { siteId, jobId };
  for (let after = job.after ?? undefined; performance.now() < deadline;) {
    const asked = { ...query!, after, limit: collectedAtOnce };
    const page = await readPage(db, memberSource(site, members, asked), asked);
    const ids = page.data.map(({ id }) => id);
    const next = page.hasNextPage ? page.endCursor : null;
    const goesOn = await transaction(db, async (tx) => {
      await lockMembers(tx, siteId, ids);
      await addItems(tx, place, { ids, members });
      return noteCollected(tx, place, next);
    });
    if (!goesOn || next === null) return true;
    after = next;
  }
  return false;
}

async function act(services: Services, job: StoredJob, deadline: number): Promise<void> {
  const place = { siteId: job.siteId, jobId: job.id };
  const { perRun } = rulesOf(job.act);
  for (let acted = 0; performance.now() < deadline && acted < (perRun?.members ?? Infinity); acted += batchSize) {
    const powers = await findPowers(services, job);
    if ('stopCode' in powers) return stop(services, job, powers.stopCode);
    const items = await findWaiting(services.db, place, batchSize);
    if (items.length === 0) return end(services, job);
    const isAsRead = await actOn(services, powers, job, { items, deadline });
    // The next run reads the members who are left, or finds that the job has ended.
    if (!isAsRead) break;
    // With time left, all of the batch were acted on.
    if (items.length < batchSize && performance.now() < deadline) return end(services, job);
  }
  return goOn(services, place, perRun?.pauseSeconds ?? 0);
}

/**
 * Acts on members until the deadline, on the first in any case: a deletion may wait for the card provider.
 *
 * @returns false where the job or its members are not as they were read: by its end, another run, a deletion
 */
async function actOn(
  services: Services,
  { site, members }: SiteInScope,
  job: StoredJob,
  { items, deadline }: { items: readonly WaitingItem[]; deadline: number },
): Promise<boolean> {
  const inScope = await findInScope(
    services.db,
    members,
    items.map(({ memberId }) => memberId),
  );
  const take = async (item: WaitingItem) => {
    if (!inScope.has(item.memberId)) throw new Refusal('member-not-found');
    await rulesOf(job.act).apply(turnOf(services, site, job, item));
  };
  try {
    for (const item of items) {
      await take(item).catch((error: unknown) => noteRefusal(services, job, item, error));
      if (performance.now() >= deadline) break;
    }
  } catch (error) {
    if (error instanceof Superseded) return false;
    throw error;
  }
  return true;
}

/**
 * Another run has done the member, the member was deleted, or the job has ended: the act, or the note of its refusal, is
 * rolled back.
 */
class Superseded extends Error {}

const turnOf = (
  services: Services,
  site: SiteInScope['site'],
  job: StoredJob,
  { memberId, former }: WaitingItem,
): Turn<Kind> => ({
  services,
  administration: { site, actor: job.actor, staffId: job.staffId, reason: job.reason ?? undefined },
  act: job.act,
  memberId,
  former,
  isUndo: job.undoes !== null,
  jobId: job.id,
  finish: (tx, outcome, isGone = false) => noteTurn(tx, job, { memberId, isGone, ...outcome }),
});

/** Notes what the turn of a member came to. @throws Superseded */
async function noteTurn(tx: Transaction, job: StoredJob, outcome: Parameters<typeof noteOutcome>[2]): Promise<void> {
  if (!(await noteOutcome(tx, { siteId: job.siteId, jobId: job.id }, outcome))) throw new Superseded();
}

/** @throws what is no refusal and no fault of this one member: the job is run again then, or has ended */
async function noteRefusal(
  services: Services,
  job: StoredJob,
  { memberId }: WaitingItem,
  error: unknown,
): Promise<void> {
  if (isUnavailable(error) || error instanceof Superseded) throw error;
  if (!(error instanceof Refusal)) services.log.error({ err: error, bulkJob: job.id }, 'An act on a member failed.');
  const code = error instanceof Refusal ? error.code : 'unknown-error';
  await transaction(services.db, (tx) => noteTurn(tx, job, { memberId, state: 'refused', code }));
}

const goOn = (services: Services, place: Place, afterSeconds: number): Promise<void> =>
  transaction(services.db, (tx) => addJob(tx, bulkJob, place, { key: place.jobId, afterSeconds }));

const end = (services: Services, job: StoredJob): Promise<void> =>
  transaction(services.db, async (tx) => {
    if (await endJob(tx, { siteId: job.siteId, jobId: job.id }, { state: 'done' })) await recordEnd(tx, job, 'done');
  });

const stop = (services: Services, job: StoredJob, stopCode: string): Promise<void> =>
  transaction(services.db, async (tx) => {
    if (await endJob(tx, { siteId: job.siteId, jobId: job.id }, { state: 'stopped', stopCode }))
      await recordEnd(tx, job, stopCode);
  });

async function recordEnd(tx: Transaction, { siteId, id, actor, staffId }: StoredJob, how: string): Promise<void> {
  const { done, unchanged, refused } = (await findJob(tx, siteId, id))!;
  const note = `${how}: ${done} changed, ${unchanged} unchanged, ${refused} refused`;
  await recordAct(tx, { siteId, actor, staffId, action: 'bulk.ended', subject: id, note });
}

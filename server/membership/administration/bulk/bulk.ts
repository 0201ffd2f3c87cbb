import type { AnyBulkAct, BulkJob, BulkPreview, BulkTarget } from '../../../../contract/console/bulk-schemas.ts';
import { bulkJobsAtOnce } from '../../../../contract/console/bulk-schemas.ts';
import type { StaffScope } from '../../../../contract/permissions.ts';
import { transaction, type Transaction } from '../../../platform/database/database.ts';
import { addJob } from '../../../platform/jobs.ts';
import { newId } from '../../../platform/keys.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { recordAct } from '../../audit/audit.ts';
import type { Services } from '../../services.ts';
import type { Site } from '../../sites/site.ts';
import type { Administration } from '../admin-members.ts';
import { membersInScope } from '../console/member-scope.store.ts';
import type { SiteInScope } from '../console/member-scope.ts';
import { rulesOf } from './bulk-acts.ts';
import { chosenMembers, countAllMembers, countMembers, countSeats, unchangedBy } from './bulk-sources.store.ts';
import {
  addItems,
  addItemsOf,
  countUnderWay,
  endJob,
  findJob,
  findJobOfPress,
  findJobsOf,
  insertJob,
  lockMembers,
  lockMembersOf,
  type NewJob,
  type StoredJob,
} from './bulk.store.ts';
import { bulkJob } from './run-bulk.ts';

/** What the person at the console asked for. */
interface Wish {
  act: AnyBulkAct;
  target: BulkTarget;
  /** Of one press. */
  key: string;
}

/** Says in numbers what an act would do. @throws Refusal of the act's values */
export async function previewBulk(
  { db }: Services,
  { site, members }: SiteInScope,
  { act, target }: Omit<Wish, 'key'>,
): Promise<BulkPreview> {
  const { check, isMailed = false, inverse } = rulesOf(act);
  check?.(site, act);
  const chosen = chosenMembers(site, members, target);
  const count =
    act.kind === 'delete' ? { rows: await countAllMembers(db, chosen), isExact: true } : await countMembers(db, chosen);
  const besides = unchangedBy(act, site);
  const unchanged = besides && count.isExact ? (await countMembers(db, chosen, besides)).rows : null;
  const plan = act.kind === 'take-plan' ? site.plans.find(({ id }) => id === act.planId) : undefined;
  return {
    members: count.rows,
    isExact: count.isExact,
    unchanged,
    missing: 'ids' in target ? new Set(target.ids).size - count.rows : 0,
    isMailed,
    ...(plan?.rules.team ? { teamMembers: (await countSeats(db, chosen, plan.id)).rows } : {}),
    canUndo: inverse?.(act, site) !== undefined,
  };
}

/**
 * Begins an act on many members. The same press again is answered with its job.
 *
 * @param expected how many members there have to be, at the press and when all are collected
 * @throws Refusal nothing-chosen, too-many-bulk-jobs, bulk-number-differs, reason-required, and those of the act's values
 */
export async function startBulk(
  services: Services,
  { site, members }: SiteInScope,
  by: Administration,
  { act, target, key, expected }: Wish & { expected?: number },
): Promise<BulkJob> {
  const { check, needsReason } = rulesOf(act);
  check?.(site, act);
  if (needsReason && !by.reason?.trim()) throw new Refusal('reason-required');
  const before = await findJobOfPress(services.db, { siteId: site.id, staffId: by.staffId!, key });
  if (before) return showJob(before, site);
  if (expected !== undefined) await requireNumber(services, { site, members }, target, expected);
  const query = 'query' in target ? target.query : null;
  const job = newJob(by, { act, key, query, expected, undoes: null });
  return transaction(services.db, async (tx) => {
    if ('ids' in target) await lockMembers(tx, site.id, target.ids);
    const added = await beginJob(services, tx, by, job);
    if (added && 'ids' in target) {
      const found = await addItems(tx, { siteId: site.id, jobId: job.id }, { ids: target.ids, members });
      if (found === 0) throw new Refusal('nothing-chosen');
    }
    return showBegun(tx, site, job);
  });
}

async function requireNumber(
  { db }: Services,
  { site, members }: SiteInScope,
  target: BulkTarget,
  expected: number,
): Promise<void> {
  const found = await countAllMembers(db, chosenMembers(site, members, target));
  if (found !== expected) throw new Refusal('bulk-number-differs');
}

const newJob = (
  { site, staffId, actor, reason }: Administration,
  wish: Pick<NewJob, 'act' | 'key' | 'query' | 'expected' | 'undoes'>,
): NewJob => ({
  ...wish,
  id: newId('blk_'),
  siteId: site.id,
  staffId: staffId!,
  actor,
  reason: reason ?? undefined,
  state: wish.query === null ? 'running' : 'collecting',
});

/** Stores a job and queues its first run. @returns false where the same press has made one already */
async function beginJob(services: Services, tx: Transaction, by: Administration, job: NewJob): Promise<boolean> {
  const { siteId, id, act } = job;
  // Beside the others: a lane has few workers, and each site its share of them.
  if ((await countUnderWay(tx, siteId)) >= bulkJobsAtOnce) throw new Refusal('too-many-bulk-jobs');
  if (!(await insertJob(tx, job))) return false;
  const { site: _, ...actor } = by;
  await recordAct(tx, { ...actor, siteId, action: 'bulk.begun', subject: id, note: noteOf(act) });
  await addJob(tx, bulkJob, { siteId, jobId: id }, { key: id });
  return true;
}

/** Names of what is changed, without a value. */
const noteOf = (act: AnyBulkAct): string =>
  [act.kind, ...('planId' in act ? [act.planId] : 'field' in act ? [`customFields.${act.field}`] : [])].join(' ');

async function showBegun(tx: Transaction, site: Site, { siteId, staffId, key }: NewJob): Promise<BulkJob> {
  const stored = await findJobOfPress(tx, { siteId, staffId, key });
  if (!stored) throw new Refusal('bulk-job-not-undoable');
  return showJob(stored, site);
}

/**
 * Takes a job back, from exactly those whom it changed, as another job.
 *
 * @throws Refusal bulk-job-not-undoable, too-many-bulk-jobs
 */
export async function undoBulk(
  services: Services,
  by: Administration,
  { job, key }: { job: StoredJob; key: string },
): Promise<BulkJob> {
  const { site } = by;
  const siteId = site.id;
  const before = await findJobOfPress(services.db, { siteId, staffId: by.staffId!, key });
  if (before) return showJob(before, site);
  const act = rulesOf(job.act).inverse?.(job.act, site);
  if (!act || !showJob(job, site).canUndo) throw new Refusal('bulk-job-not-undoable');
  const undo = newJob(by, { act, key, query: null, undoes: job.id });
  return transaction(services.db, async (tx) => {
    await lockMembersOf(tx, { siteId, jobId: job.id });
    if (await beginJob(services, tx, by, undo)) await addItemsOf(tx, { siteId, jobId: undo.id }, job.id);
    return showBegun(tx, site, undo);
  });
}

/** Stops a job. What is done stays done. Idempotent. */
export async function cancelBulk(
  services: Services,
  { site, ...by }: Administration,
  job: StoredJob,
): Promise<BulkJob> {
  return transaction(services.db, async (tx) => {
    if (await endJob(tx, { siteId: site.id, jobId: job.id }, { state: 'cancelled' }))
      await recordAct(tx, { ...by, siteId: site.id, action: 'bulk.cancelled', subject: job.id });
    return showJob((await findJob(tx, site.id, job.id))!, site);
  });
}

/**
 * A job that a call names. Who was given partners sees those they began.
 *
 * @throws Refusal bulk-job-not-found
 */
export async function requireJob(
  { db }: Services,
  { site, members }: SiteInScope,
  { id, staffId }: { id: string; staffId: string },
): Promise<StoredJob> {
  const job = await findJob(db, site.id, id);
  if (!job || (members.narrowed.length > 0 && job.staffId !== staffId)) throw new Refusal('bulk-job-not-found');
  return job;
}

/** What somebody has begun that goes on or has ended within an hour, at sites that they still see. */
export async function listOwnJobs(
  { db, partnerMembers, sites }: Services,
  scope: StaffScope,
  staffId: string,
): Promise<BulkJob[]> {
  const jobs = await findJobsOf(db, staffId);
  const shown = jobs.map(async (job) => {
    const site = membersInScope(scope, job.siteId, partnerMembers) && (await sites.find(job.siteId));
    return site ? [showJob(job, site)] : [];
  });
  return (await Promise.all(shown)).flat();
}

/** A job as it is shown; the schema of the answer leaves out the rest. */
export function showJob({ createdAt, endedAt, ...job }: StoredJob, site: Site): BulkJob {
  const isChanged = endedAt !== null && job.done > 0;
  const hasUndo = job.undoes !== null || job.undoneBy !== null;
  return {
    ...job,
    createdAt: createdAt.toISOString(),
    endedAt: endedAt?.toISOString() ?? null,
    canUndo: isChanged && !hasUndo && rulesOf(job.act).inverse?.(job.act, site) !== undefined,
  };
}

import { sql, type RawBuilder } from 'kysely';
import type { AnyBulkAct, BulkJob } from '../../../../contract/console/bulk-schemas.ts';
import type { ListQuery } from '../../../../contract/console/list.ts';
import type { Database, Transaction } from '../../../platform/database/database.ts';
import { allOf } from '../../../platform/lists/conditions.ts';
import type { MembersInScope } from '../console/member-scope.store.ts';

/** A job as it is stored. */
export interface StoredJob {
  id: string;
  siteId: string;
  staffId: string;
  actor: string;
  reason: string | null;
  act: AnyBulkAct;
  /** The list whose members are collected; null where they were ticked. */
  query: ListQuery | null;
  /** Where the collecting goes on. */
  after: string | null;
  /** How many members it has to be about, as a person has typed it; null where none was asked for. */
  expected: number | null;
  undoes: string | null;
  undoneBy: string | null;
  state: BulkJob['state'];
  stopCode: string | null;
  total: number;
  done: number;
  unchanged: number;
  refused: number;
  createdAt: Date;
  endedAt: Date | null;
}

/** A member of a job who waits. */
export interface WaitingItem {
  memberId: string;
  /** What the job that is undone noted of the member: see `Outcome`. */
  former: string | null;
}

/** What an act came to for one member. */
export interface Outcome {
  state: 'done' | 'unchanged' | 'refused';
  code?: string | undefined;
  /** What an undo gives back, or what tells it of a later change. */
  former?: string | undefined;
}

const columns = sql`j.id, j.site_id as "siteId", j.staff_id as "staffId", j.actor, j.reason, j.act, j.query, j.after,
  j.expected, j.undoes, (select u.id from bulk_job u where u.site_id = j.site_id and u.undoes = j.id) as "undoneBy", j.state,
  j.stop_code as "stopCode", j.total, j.done, j.unchanged, j.refused, j.created_at as "createdAt", j.ended_at as "endedAt"`;

const selectJobs = async (db: Database, where: RawBuilder<unknown>): Promise<StoredJob[]> =>
  (await sql<StoredJob>`select ${columns} from bulk_job j where ${where}`.execute(db)).rows;

/** A job of a site. */
export const findJob = async (db: Database, siteId: string, id: string): Promise<StoredJob | undefined> =>
  (await selectJobs(db, sql`j.site_id = ${siteId} and j.id = ${id}`))[0];

/** Several by their ids, in any order. */
export const findJobs = (db: Database, siteId: string, ids: readonly string[]): Promise<StoredJob[]> =>
  selectJobs(db, sql`j.site_id = ${siteId} and j.id = any(${ids}::text[])`);

/** The job that was begun by a press. */
export const findJobOfPress = async (
  db: Database,
  { siteId, staffId, key }: { siteId: string; staffId: string; key: string },
): Promise<StoredJob | undefined> =>
  (await selectJobs(db, sql`j.site_id = ${siteId} and j.staff_id = ${staffId} and j.request_key = ${key}`))[0];

/** What a person has begun that goes on, then what has ended within an hour, the last to end first. */
export const findJobsOf = (db: Database, staffId: string): Promise<StoredJob[]> =>
  selectJobs(
    db,
    sql`j.staff_id = ${staffId} and coalesce(j.ended_at, now()) > now() - interval '1 hour'
      order by coalesce(j.ended_at, now()) desc, j.created_at desc limit 20`,
  );

/**
 * Locks members until the transaction ends, by id, as foreign keys will. Before the job or the site is locked, which a
 * removal of the site locks after its members (deadlock).
 */
export const lockMembers = (tx: Transaction, siteId: string, ids: readonly string[]): Promise<unknown> =>
  sql`select from member where site_id = ${siteId} and id = any(${ids}::text[]) order by id for key share`.execute(tx);

/** The same for those whom a job has changed. */
export const lockMembersOf = (tx: Transaction, { siteId, jobId }: Place): Promise<unknown> =>
  sql`
    select from member where site_id = ${siteId} and id in (
      select member_id from bulk_item where site_id = ${siteId} and job_id = ${jobId} and state = 'done')
    order by id for key share`.execute(tx);

/** Jobs of a site under way. Of two that begin at once the later one counts the earlier, by an advisory lock. */
export async function countUnderWay(tx: Transaction, siteId: string): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`bulk jobs of ${siteId}`}, 0))`.execute(tx);
  const { rows } = await sql<{ jobs: number }>`
    select count(*)::int as jobs from bulk_job
    where site_id = ${siteId} and state in ('collecting', 'running')`.execute(tx);
  return rows[0]!.jobs;
}

/** A job to store. */
export type NewJob = Pick<StoredJob, 'id' | 'siteId' | 'staffId' | 'actor' | 'act' | 'query' | 'undoes' | 'state'> & {
  key: string;
  reason: string | undefined;
  expected?: number | undefined;
};

/** @returns false where the same press has made one already, or the job was undone before */
export async function insertJob(tx: Transaction, job: NewJob): Promise<boolean> {
  const { rows } = await sql`
    insert into bulk_job (site_id, id, staff_id, actor, reason, request_key, act, query, expected, undoes, state)
    values (${job.siteId}, ${job.id}, ${job.staffId}, ${job.actor}, ${job.reason ?? null}, ${job.key},
      ${JSON.stringify(job.act)}::jsonb, ${job.query === null ? null : JSON.stringify(job.query)}::jsonb, ${job.expected ?? null},
      ${job.undoes}, ${job.state})
    on conflict do nothing returning id`.execute(tx);
  return rows.length > 0;
}

interface Place {
  siteId: string;
  jobId: string;
}

/** Adds those of the members who are in scope to a job. @returns how many are new */
export async function addItems(
  tx: Transaction,
  { siteId, jobId }: Place,
  { ids, members }: { ids: readonly string[]; members: MembersInScope },
): Promise<number> {
  const { rows } = await sql<{ added: number }>`
    with added as (
      insert into bulk_item (site_id, job_id, member_id)
      select m.site_id, ${jobId}, m.id from member m
      where m.id = any(${ids}::text[]) and m.site_id = ${siteId} and ${allOf(members.narrowed)}
      on conflict do nothing returning 1),
    counted as (
      update bulk_job set total = total + (select count(*) from added) where site_id = ${siteId} and id = ${jobId})
    select count(*)::int as added from added`.execute(tx);
  return rows[0]!.added;
}

/** Adds exactly those whom another job has changed, with what it noted. */
export async function addItemsOf(tx: Transaction, { siteId, jobId }: Place, undoneId: string): Promise<number> {
  const { rows } = await sql<{ added: number }>`
    with added as (
      insert into bulk_item (site_id, job_id, member_id, former)
      select site_id, ${jobId}, member_id, former from bulk_item
      where site_id = ${siteId} and job_id = ${undoneId} and state = 'done'
      returning 1),
    counted as (
      update bulk_job set total = total + (select count(*) from added) where site_id = ${siteId} and id = ${jobId})
    select count(*)::int as added from added`.execute(tx);
  return rows[0]!.added;
}

/** Notes how far the collecting is. @param after null at its end @returns false where the job has ended meanwhile */
export async function noteCollected(tx: Transaction, { siteId, jobId }: Place, after: string | null): Promise<boolean> {
  const { rows } = await sql`
    update bulk_job set after = ${after}, state = ${after === null ? 'running' : 'collecting'}
    where site_id = ${siteId} and id = ${jobId} and state = 'collecting' returning id`.execute(tx);
  return rows.length > 0;
}

/** The next members who wait. */
export async function findWaiting(db: Database, { siteId, jobId }: Place, limit: number): Promise<WaitingItem[]> {
  const { rows } = await sql<WaitingItem>`
    select member_id as "memberId", former from bulk_item
    where site_id = ${siteId} and job_id = ${jobId} and state = 'waiting' order by member_id limit ${limit}`.execute(
    db,
  );
  return rows;
}

/** Which of these members are in scope. */
export async function findInScope(
  db: Database,
  { siteId, narrowed }: MembersInScope,
  ids: readonly string[],
): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select m.id from member m
    where m.id = any(${ids}::text[]) and m.site_id = ${siteId} and ${allOf(narrowed)}`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

/**
 * Notes what the act came to, in the transaction of the act.
 *
 * @param isGone whether the act has deleted the member, and the item with them
 * @returns false where another run has done it already or the job has ended: the act must not happen then
 */
export async function noteOutcome(
  tx: Transaction,
  { siteId, jobId }: Place,
  { memberId, isGone = false, state, code = null, former = null }: NotedOutcome,
): Promise<boolean> {
  if (!isGone) {
    const { rows } = await sql`
      update bulk_item set state = ${state}, code = ${code}, former = coalesce(${former}, former)
      where site_id = ${siteId} and job_id = ${jobId} and member_id = ${memberId} and state = 'waiting'
      returning member_id`.execute(tx);
    if (rows.length === 0) return false;
  }
  const { rows } = await sql`
    update bulk_job set ${sql.ref(state)} = ${sql.ref(state)} + 1
    where site_id = ${siteId} and id = ${jobId} and state = 'running' returning id`.execute(tx);
  return rows.length > 0;
}

interface NotedOutcome extends Omit<Outcome, 'code' | 'former'> {
  memberId: string;
  isGone?: boolean;
  code?: string | null | undefined;
  former?: string | null | undefined;
}

/** Ends a job that is under way. @returns the job as it has ended; undefined where it had ended before */
export async function endJob(
  tx: Transaction,
  { siteId, jobId }: Place,
  end: { state: 'done' | 'cancelled' | 'stopped'; stopCode?: string },
): Promise<boolean> {
  const { rows } = await sql`
    update bulk_job set state = ${end.state}, stop_code = ${end.stopCode ?? null}, ended_at = now()
    where site_id = ${siteId} and id = ${jobId} and state in ('collecting', 'running') returning id`.execute(tx);
  return rows.length > 0;
}

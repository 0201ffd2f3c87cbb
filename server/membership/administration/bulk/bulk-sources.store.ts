import { sql, type RawBuilder } from 'kysely';
import {
  bulkJobList,
  bulkResultList,
  type AnyBulkAct,
  type BulkJob,
  type BulkResult,
} from '../../../../contract/console/bulk-schemas.ts';
import type { ListQuery } from '../../../../contract/console/list.ts';
import type { Database, PooledDatabase } from '../../../platform/database/database.ts';
import { allOf, comparing, type Condition } from '../../../platform/lists/conditions.ts';
import { countAllRows, countRows } from '../../../platform/lists/count-rows.ts';
import { conditionOf } from '../../../platform/lists/find-places.ts';
import type { ListSource } from '../../../platform/lists/list-source.ts';
import type { Site } from '../../sites/site.ts';
import type { MembersInScope } from '../console/member-scope.store.ts';
import { memberSource } from '../console/member-source.store.ts';
import { findJobs } from './bulk.store.ts';

/** Which members an act is about, as what follows `from member m where`. */
export function chosenMembers(
  site: Site,
  members: MembersInScope,
  target: { ids: readonly string[] } | { query: ListQuery },
): Condition {
  if ('query' in target) return conditionOf(memberSource(site, members, target.query), target.query, 'found');
  return allOf([sql`m.id = any(${target.ids}::text[])`, sql`m.site_id = ${site.id}`, ...members.narrowed]);
}

/** How many they are, and for how many of them something holds besides. */
export const countMembers = (db: PooledDatabase, chosen: Condition, besides?: Condition) =>
  countRows(db, sql`member m where ${besides === undefined ? chosen : allOf([chosen, besides])}`);

/** How many others have a plan by a seat in the teams of these. */
export const countSeats = (db: PooledDatabase, chosen: Condition, planId: string) =>
  countRows(
    db,
    sql`team_seat s where s.team_id in (
      select t.id from team t join plan_connection c on c.id = t.connection_id
      where c.plan_id = ${planId} and c.status <> 'CANCELED' and c.member_id in (select m.id from member m where ${chosen}))`,
  );

/** How many they are, however many: to be told, and typed, before they are deleted. */
export const countAllMembers = (db: PooledDatabase, chosen: Condition) =>
  countAllRows(db, sql`member m where ${chosen}`);

/** Holds for members for whom the act changes nothing; undefined where that is not known before. */
export function unchangedBy(act: AnyBulkAct, site: Site): Condition | undefined {
  if (act.kind === 'give-plan') return holdsPlan(act.planId, sql`m.id`);
  if (act.kind === 'take-plan') return sql`not ${holdsPlan(act.planId, sql`m.id`)}`;
  if (act.kind === 'set-field')
    return sql`coalesce(m.custom_fields ->> ${act.field}, ${defaultOf(site, act.field)}) = ${act.value}`;
  if (act.kind === 'suspend') return sql`m.suspended_at is not null`;
  if (act.kind === 'reinstate') return sql`m.suspended_at is null`;
  return undefined;
}

const holdsPlan = (planId: string, memberId: RawBuilder<unknown>): Condition =>
  sql`exists (select from plan_connection c
    where c.member_id = ${memberId} and c.plan_id = ${planId} and c.status <> 'CANCELED')`;

/** A member's plan as it is. */
export interface PlanMark {
  /** By a connection of their own. */
  hasPlan: boolean;
  /**
   * Differs after any later change: the transaction that wrote the connection last (`xmin`), and the newest entry of the
   * audit trail about this plan, since a free plan that ends leaves no connection.
   */
  mark: string;
}

export async function readPlanMark(db: Database, memberId: string, planId: string): Promise<PlanMark> {
  const { rows } = await sql<{ hasPlan: boolean | null; written: string | null; entry: string | null }>`
    select c.status <> 'CANCELED' as "hasPlan", c.xmin::text as written,
      (select id::text from audit_entry where subject = ${memberId} and action in ('plan.added', 'plan.removed')
        and note = ${planId} order by id desc limit 1) as entry
    from (select) one left join plan_connection c on c.member_id = ${memberId} and c.plan_id = ${planId}`.execute(db);
  const { hasPlan, written, entry } = rows[0]!;
  return { hasPlan: hasPlan ?? false, mark: `${written ?? ''} ${entry ?? ''}` };
}

/** The value of a field that a member without a stored one has. */
export const defaultOf = (site: Site, field: string): string =>
  site.fields.find(({ key }) => key === field)?.default ?? '';

/** The value of a field as it is stored; null for none. */
export async function readField(db: Database, memberId: string, field: string): Promise<string | null> {
  const { rows } = await sql<{ value: string | null }>`
    select custom_fields ->> ${field} as value from member where id = ${memberId}`.execute(db);
  return rows[0]?.value ?? null;
}

/**
 * The jobs of a site as a list.
 *
 * @param staffId whose alone are shown; all of the site's where it is left out
 * @param show a stored job as it is shown
 */
export const jobSource = (
  siteId: string,
  staffId: string | undefined,
  show: (jobs: Awaited<ReturnType<typeof findJobs>>) => BulkJob[],
): ListSource<typeof bulkJobList, BulkJob> => ({
  list: bulkJobList,
  from: sql`bulk_job j`,
  id: sql`j.id`,
  where: () => [sql`j.site_id = ${siteId}`, ...(staffId === undefined ? [] : [sql`j.staff_id = ${staffId}`])],
  sorts: { created: { by: sql`j.created_at`, type: 'moment' } },
  filters: {
    act: comparing(sql`(j.act ->> 'kind')`),
    state: comparing(sql`j.state`),
    created: comparing(sql`j.created_at`),
  },
  read: async (db, ids) => show(await findJobs(db, siteId, ids)),
  cells: {
    act: ({ act }) => act.kind,
    state: ({ state }) => state,
    total: ({ total }) => String(total),
    done: ({ done }) => String(done),
    refused: ({ refused }) => String(refused),
    actor: ({ actor }) => actor,
    created: ({ createdAt }) => createdAt,
  },
});

/** What became of the members of a job whom somebody sees, as a list. @param messageOf the sentence of a refusal */
export const resultSource = (
  members: MembersInScope,
  jobId: string,
  messageOf: (code: string) => string | null,
): ListSource<typeof bulkResultList, BulkResult> => ({
  list: bulkResultList,
  from: sql`bulk_item i join member m on m.id = i.member_id`,
  id: sql`i.member_id`,
  where: () => [sql`i.site_id = ${members.siteId}`, sql`i.job_id = ${jobId}`, ...members.narrowed],
  sorts: { id: { by: sql`i.member_id`, type: 'text' } },
  filters: { state: comparing(sql`i.state`) },
  async read(db, ids) {
    const { rows } = await sql<Omit<BulkResult, 'message'>>`
      select m.id, m.email, i.state, i.code from bulk_item i join member m on m.id = i.member_id
      where i.site_id = ${members.siteId} and i.job_id = ${jobId} and i.member_id = any(${ids}::text[])`.execute(db);
    return rows.map((row) => ({ ...row, message: row.code === null ? null : messageOf(row.code) }));
  },
  cells: {
    email: ({ email }) => email,
    state: ({ state }) => state,
    code: ({ code, message }) => message ?? code,
    id: ({ id }) => id,
  },
});

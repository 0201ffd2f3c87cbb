import { sql, type Generated, type RawBuilder } from 'kysely';
import { limits } from '../../../contract/limits.ts';
import type { Database, Transaction } from '../../platform/database/database.ts';

/** The authentication method of a session. */
export type WayIn = 'password' | 'code' | 'provider' | 'passkey';

type Tables = {
  session: {
    id: Generated<string>;
    token_hash: Buffer;
    member_id: string;
    site_id: string;
    created_at: Generated<Date>;
    last_used_at: Generated<Date>;
    proved_at: Generated<Date>;
    expires_at: Date;
    device: Generated<string>;
    way: WayIn | null;
    provider: string | null;
    needs_second_factor: Generated<boolean>;
    factor_checked: Generated<boolean>;
  };
  /** Of the feature `members`. */
  member: { id: string; device_epoch: Generated<number> };
};

/** A live session as stored. */
export interface StoredSession {
  memberId: string;
  siteId: string;
  provedRecently: boolean;
  /** Whether the member has to set up a second factor before anything else. */
  isSetupDue: boolean;
  /** Whether `last_used_at` is more than a minute old. */
  noteIsOld: boolean;
}

/** A session to store. */
export interface NewSession {
  tokenHash: Buffer;
  memberId: string;
  siteId: string;
  way: WayIn;
  /** Of the way `provider`: its key in the site's settings. */
  provider: string | null;
  /** Browser and system in coarse words. */
  device: string;
}

/**
 * When a session was last used that is good for the set-up of a second factor alone: never, so that a process of a
 * release that does not know of it takes it for one that has ended.
 */
const neverUsed = sql`to_timestamp(0)`;

const isAlive = sql<boolean>`
  expires_at > now()
  and (needs_second_factor or last_used_at > now() - make_interval(days => ${sql.lit(limits.sessionIdleDays)}))`;

const noteIsOld = sql<boolean>`(last_used_at < now() - interval '1 minute' and not needs_second_factor)`;

/** What becomes of a log-in besides. */
export interface OpeningRules {
  /** Sessions of one member; the oldest beyond it end. */
  most: number;
  /** Whether the log-in counts, at most once a day: an account whose address is not proved counts as abandoned without one. */
  isReturn: boolean;
  /** Whether a second factor was shown. */
  hasShownFactor: boolean;
  /** Whether the site requires one. */
  requiresFactor: boolean;
}

/** A stored session. */
export interface OpenedSession {
  /** Its absolute expiry, by the database's clock; where a second factor is set up first, once that is done. */
  expiresAt: Date;
  /** Whether the member has to set up a second factor before anything else. */
  isSetupDue: boolean;
  /** Whether the member has signed in before, and never on this device. */
  isNewDevice: boolean;
}

/**
 * Stores a session, and deletes the oldest of its member beyond so many. The caller has locked the member in an earlier
 * statement; without the lock concurrent log-ins may leave more. One statement, since every log-in pays for it
 * (decision 0055).
 *
 * @returns `void` for a void member, `suspended` for a suspended one, `second-factor` where one has to be shown first
 */
export async function insertSession(
  tx: Transaction,
  { tokenHash, memberId, siteId, way, provider, device }: NewSession,
  { most, isReturn, hasShownFactor, requiresFactor }: OpeningRules,
): Promise<OpenedSession | 'void' | 'suspended' | 'second-factor'> {
  const { rows } = await sql<
    { [Key in keyof OpenedSession]: OpenedSession[Key] | null } & { isThere: boolean; isSuspended: boolean | null }
  >`
    with owner as (
      select id, exists (select from passkey where passkey.member_id = member.id)
        or exists (select from authenticator_app where authenticator_app.member_id = member.id
          and confirmed_at is not null) as has_factor, suspended_at is not null as is_suspended
      from member where id = ${memberId} and voided_at is null
    ), allowed as (
      select id, not has_factor and ${requiresFactor}::boolean as is_due from owner
      where (${hasShownFactor}::boolean or not has_factor) and not is_suspended
    ), oldest as (
      delete from session where exists (select from allowed) and token_hash in (
        select token_hash from session where member_id = ${memberId}
        order by ${isAlive} desc, created_at desc offset ${most - 1})
    ), noted as (
      update member set logged_in_at = now()
      where ${isReturn} and id in (select id from allowed) and not verified
        and coalesce(logged_in_at < now() - interval '1 day', true)
    ), seen as (
      insert into member_device (member_id, device) select id, ${device} from allowed
      on conflict (member_id, device) do update set last_seen_at = now()
        where member_device.last_seen_at < now() - interval '1 day'
      returning xmax = 0 as is_new
    ), stored as (
      insert into session (token_hash, member_id, site_id, way, provider, device, factor_checked, needs_second_factor,
        last_used_at, expires_at)
      select ${tokenHash}, id, ${siteId}, ${way}, ${provider}, ${device}, true, is_due,
        case when is_due then ${neverUsed} else now() end,
        now() + case when is_due then make_interval(mins => ${limits.factorSetupMinutes})
          else make_interval(days => ${limits.sessionDays}) end
      from allowed
      returning needs_second_factor
    )
    select exists (select from owner) as "isThere", (select is_suspended from owner) as "isSuspended",
      case when needs_second_factor is not null then now() + make_interval(days => ${limits.sessionDays}) end
        as "expiresAt", needs_second_factor as "isSetupDue",
      coalesce((select is_new from seen), false)
        and exists (select from member_device where member_id = ${memberId}) as "isNewDevice"
    from (select) as one left join stored on true`.execute(tx);
  const { isThere, isSuspended, expiresAt, isSetupDue, isNewDevice } = rows[0]!;
  if (isSuspended) return 'suspended';
  if (expiresAt === null) return isThere ? 'second-factor' : 'void';
  return { expiresAt, isSetupDue: isSetupDue!, isNewDevice: isNewDevice! };
}

/** Lets a member's sessions do everything: the second factor is set up. */
export async function endSetup(tx: Transaction, memberId: string): Promise<void> {
  await tx
    .withTables<Tables>()
    .updateTable('session')
    .set({
      needs_second_factor: false,
      last_used_at: sql<Date>`now()`,
      expires_at: sql<Date>`created_at + make_interval(days => ${limits.sessionDays})`,
    })
    .where('member_id', '=', memberId)
    .where('needs_second_factor', '=', true)
    .execute();
}

/**
 * The running sessions, as a table expression for a statement that finds some by `token_hash` and `site_id` and reads their
 * members: with `member_id`, `note_is_old` and `needs_second_factor`.
 */
export const liveSessions: RawBuilder<unknown> = sql`(
  select token_hash, site_id, member_id, ${noteIsOld} as note_is_old, needs_second_factor from session
  where ${isAlive})`;

/** A session that is neither expired nor idle for too long. */
export async function findLiveSession(
  db: Database,
  siteId: string,
  tokenHash: Buffer,
): Promise<StoredSession | undefined> {
  return db
    .withTables<Tables>()
    .selectFrom('session')
    .select(['member_id as memberId', 'site_id as siteId', 'needs_second_factor as isSetupDue'])
    .select(
      // A set-up is short: it counts as proved as long as it lasts.
      sql<boolean>`(needs_second_factor
        or proved_at > now() - make_interval(mins => ${sql.lit(limits.recentProofMinutes)}))`.as('provedRecently'),
    )
    .select(noteIsOld.as('noteIsOld'))
    .where('token_hash', '=', tokenHash)
    .where('site_id', '=', siteId)
    .where(isAlive)
    .executeTakeFirst();
}

/** Renews the idle timeout of a session. */
export async function noteUse(db: Database, tokenHash: Buffer): Promise<void> {
  await db
    .withTables<Tables>()
    .updateTable('session')
    .set({ last_used_at: sql<Date>`now()` })
    .where('token_hash', '=', tokenHash)
    .execute();
}

/**
 * Lets a session go on under another token, as one that was proved just now. A row of its own, so that what refers to
 * the old token goes with it.
 *
 * @returns when the session ends at the latest; undefined where it has ended
 */
export async function replaceToken(tx: Transaction, old: Buffer, tokenHash: Buffer): Promise<Date | undefined> {
  const { rows } = await sql<{ expires_at: Date }>`
    with old as (delete from session where token_hash = ${old} returning *)
    insert into session (token_hash, id, member_id, site_id, created_at, proved_at, expires_at, device, way, provider,
      factor_checked)
    select ${tokenHash}, id, member_id, site_id, created_at, now(), expires_at, device, way, provider, true from old
    where not needs_second_factor
    returning expires_at`.execute(tx);
  return rows[0]?.expires_at;
}

/** Deletes a session by its token's hash. Idempotent. */
export async function deleteSession(db: Database, siteId: string, tokenHash: Buffer): Promise<void> {
  await db
    .withTables<Tables>()
    .deleteFrom('session')
    .where('token_hash', '=', tokenHash)
    .where('site_id', '=', siteId)
    .execute();
}

/** Pages of the table, of some fifty sessions each, that one statement deletes: well within the statement timeout. */
const pagesAtOnce = 200;

/**
 * Deletes every session that began until now, of all sites, in batches. In the order they lie in: by token, each would
 * be another page, and a million took minutes.
 *
 * @returns how many there were
 */
export async function deleteAllSessions(db: Database): Promise<number> {
  const { rows } = await sql<{ now: string }>`select now()::text as now`.execute(db);
  let all = 0;
  // Until none is left: a session that is used meanwhile moves to another page.
  for (let deleted = -1; deleted !== 0; all += deleted) deleted = await deleteSessionsUntil(db, rows[0]!.now);
  return all;
}

/** Goes through the pages of the table once. @returns how many sessions it deleted */
async function deleteSessionsUntil(db: Database, now: string): Promise<number> {
  const { rows } = await sql<{ pages: number }>`
    select (pg_relation_size('session') / current_setting('block_size')::int)::int as pages`.execute(db);
  const { pages } = rows[0]!;
  let deleted = 0;
  for (let page = 0; page < pages; page += pagesAtOnce) {
    const [from, to] = [`(${page},0)`, `(${page + pagesAtOnce},0)`];
    const { numDeletedRows } = await db
      .withTables<Tables>()
      .deleteFrom('session')
      .where(sql<boolean>`ctid >= ${from}::tid and ctid < ${to}::tid`)
      .where(sql<boolean>`created_at <= ${now}::timestamptz`)
      .executeTakeFirstOrThrow();
    deleted += Number(numDeletedRows);
  }
  return deleted;
}

/** Makes every browser of a member an unknown one (decision 0109). */
export async function raiseDeviceEpoch(tx: Transaction, memberId: string): Promise<void> {
  await tx
    .withTables<Tables>()
    .updateTable('member')
    .set((row) => ({ device_epoch: row('device_epoch', '+', 1) }))
    .where('id', '=', memberId)
    .execute();
}

/** Deletes a member's sessions, all but one where that is given. @returns how many of them were running */
export async function deleteSessionsOf(tx: Transaction, memberId: string, except?: Buffer): Promise<number> {
  let query = tx.withTables<Tables>().deleteFrom('session').where('member_id', '=', memberId);
  if (except) query = query.where('token_hash', '!=', except);
  const ended = await query.returning(isAlive.as('wasAlive')).execute();
  return ended.filter(({ wasAlive }) => wasAlive).length;
}

/** A running session, for the list. */
export interface ListedSession {
  id: string;
  startedAt: Date;
  /** To the minute. */
  lastUsedAt: Date;
  /** null for a session from before this was recorded. */
  way: WayIn | null;
  provider: string | null;
  device: string;
  tokenHash: Buffer;
}

/** A member's running sessions, the last used first. */
export function selectSessions(db: Database, memberId: string): Promise<ListedSession[]> {
  return db
    .withTables<Tables>()
    .selectFrom('session')
    .select(['id', 'created_at as startedAt', 'way', 'provider', 'device'])
    .select(['token_hash as tokenHash', sql<Date>`greatest(last_used_at, created_at)`.as('lastUsedAt')])
    .where('member_id', '=', memberId)
    .where(isAlive)
    .orderBy('last_used_at', 'desc')
    .orderBy('id')
    .execute();
}

/** Deletes one session of a member. @returns whether it was running */
export async function deleteSessionById(tx: Transaction, memberId: string, id: string): Promise<boolean> {
  const deleted = await tx
    .withTables<Tables>()
    .deleteFrom('session')
    .where('member_id', '=', memberId)
    .where('id', '=', id)
    .where(isAlive)
    .returning('id')
    .executeTakeFirst();
  return deleted !== undefined;
}

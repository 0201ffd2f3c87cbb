import { sql, type Generated } from 'kysely';
import { limits } from '../../../contract/limits.ts';
import type { Database, Transaction } from '../../platform/database/database.ts';

/** How a member signed in. */
export type WayIn = 'password' | 'code' | 'provider';

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
  };
  member: { id: string; verified: boolean; logged_in_at: Date | null };
};

export interface StoredSession {
  memberId: string;
  siteId: string;
  provedRecently: boolean;
  /** Whether its last use was noted more than a minute ago. */
  noteIsOld: boolean;
}

export interface NewSession {
  tokenHash: Buffer;
  memberId: string;
  siteId: string;
  way: WayIn;
  /** Of the way `provider`: its key in the site's settings. */
  provider: string | null;
  /** Browser and system in words. */
  device: string;
}

/** @returns when the session ends at the latest, by the database's clock; undefined for a voided member */
export async function insertSession(
  tx: Transaction,
  { tokenHash, memberId, siteId, way, provider, device }: NewSession,
): Promise<Date | undefined> {
  const { rows } = await sql<{ expires_at: Date }>`
    insert into session (token_hash, member_id, site_id, way, provider, device, expires_at)
    select ${tokenHash}, id, ${siteId}, ${way}, ${provider}, ${device},
      now() + make_interval(days => ${limits.sessionDays})
    from member where id = ${memberId} and voided_at is null
    returning expires_at`.execute(tx);
  return rows[0]?.expires_at;
}

const isAlive = sql<boolean>`
  expires_at > now() and last_used_at > now() - make_interval(days => ${sql.lit(limits.sessionIdleDays)})`;

export async function findLiveSession(
  db: Database,
  siteId: string,
  tokenHash: Buffer,
): Promise<StoredSession | undefined> {
  return db
    .withTables<Tables>()
    .selectFrom('session')
    .select(['member_id as memberId', 'site_id as siteId'])
    .select(
      sql<boolean>`proved_at > now() - make_interval(mins => ${sql.lit(limits.recentProofMinutes)})`.as(
        'provedRecently',
      ),
    )
    .select(sql<boolean>`last_used_at < now() - interval '1 minute'`.as('noteIsOld'))
    .where('token_hash', '=', tokenHash)
    .where('site_id', '=', siteId)
    .where(isAlive)
    .executeTakeFirst();
}

export async function noteUse(db: Database, tokenHash: Buffer): Promise<void> {
  await db
    .withTables<Tables>()
    .updateTable('session')
    .set({ last_used_at: sql<Date>`now()` })
    .where('token_hash', '=', tokenHash)
    .execute();
}

export async function noteProof(db: Database, tokenHash: Buffer): Promise<void> {
  await db
    .withTables<Tables>()
    .updateTable('session')
    .set({ proved_at: sql<Date>`now()` })
    .where('token_hash', '=', tokenHash)
    .execute();
}

export async function deleteSession(db: Database, siteId: string, tokenHash: Buffer): Promise<void> {
  await db
    .withTables<Tables>()
    .deleteFrom('session')
    .where('token_hash', '=', tokenHash)
    .where('site_id', '=', siteId)
    .execute();
}

/**
 * Ends the oldest sessions of a member beyond so many, never the one just begun. Exact where the caller has locked the
 * member.
 */
export async function deleteOldestSessions(
  tx: Transaction,
  { memberId, tokenHash }: Pick<NewSession, 'memberId' | 'tokenHash'>,
  most: number,
): Promise<void> {
  await tx
    .withTables<Tables>()
    .deleteFrom('session')
    .where('token_hash', 'in', (query) =>
      query
        .selectFrom('session')
        .select('token_hash')
        .where('member_id', '=', memberId)
        .where('token_hash', '!=', tokenHash)
        .orderBy(isAlive, 'desc')
        .orderBy('created_at', 'desc')
        .offset(most - 1),
    )
    .execute();
}

/** Ends a member's sessions, all but one where that is given. @returns how many of them were running */
export async function deleteSessionsOf(tx: Transaction, memberId: string, except?: Buffer): Promise<number> {
  let doomed = tx.withTables<Tables>().deleteFrom('session').where('member_id', '=', memberId);
  if (except) doomed = doomed.where('token_hash', '!=', except);
  const ended = await doomed.returning(isAlive.as('wasAlive')).execute();
  return ended.filter(({ wasAlive }) => wasAlive).length;
}

/** A running session as its member may see it. */
export interface ListedSession {
  id: string;
  startedAt: Date;
  /** To the minute. */
  lastUsedAt: Date;
  /** null of a session begun before ways in were noted. */
  way: WayIn | null;
  provider: string | null;
  device: string;
  tokenHash: Buffer;
}

/** @returns the last used first */
export function selectSessions(db: Database, memberId: string): Promise<ListedSession[]> {
  return db
    .withTables<Tables>()
    .selectFrom('session')
    .select(['id', 'created_at as startedAt', 'last_used_at as lastUsedAt', 'way', 'provider', 'device'])
    .select('token_hash as tokenHash')
    .where('member_id', '=', memberId)
    .where(isAlive)
    .orderBy('last_used_at', 'desc')
    .orderBy('id')
    .execute();
}

/** @returns whether the member had a running session of this id */
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

export async function deleteDeadSessions(db: Database): Promise<void> {
  await db
    .withTables<Tables>()
    .deleteFrom('session')
    .where(sql<boolean>`not (${isAlive})`)
    .execute();
}

/** Notes that somebody came back to an account whose address is not proved. Once a day is enough. */
export async function noteLogIn(tx: Transaction, memberId: string): Promise<void> {
  await tx
    .withTables<Tables>()
    .updateTable('member')
    .set({ logged_in_at: sql<Date>`now()` })
    .where('id', '=', memberId)
    .where('verified', '=', false)
    .where(sql<boolean>`coalesce(logged_in_at < now() - interval '1 day', true)`)
    .execute();
}

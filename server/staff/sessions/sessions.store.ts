import { sql, type Generated, type RawBuilder } from 'kysely';
import { staffLimits } from '../../../contract/staff-limits.ts';
import type { Role } from '../../../contract/permissions.ts';
import type { Database, Transaction } from '../../platform/database/database.ts';

/** What proved who signed in. */
export type WayIn = 'passkey' | 'authenticator' | 'recovery-code';

type Tables = {
  staff_session: {
    token_hash: Buffer;
    id: Generated<string>;
    staff_id: string;
    way: WayIn;
    device: string;
    created_at: Generated<Date>;
    last_used_at: Generated<Date>;
    proved_at: Generated<Date>;
    expires_at: Date;
  };
};

const idle = sql`make_interval(mins => ${sql.lit(staffLimits.staffIdleMinutes)})`;
const proof = sql`make_interval(mins => ${sql.lit(staffLimits.staffProofMinutes)})`;
const isAlive = sql<boolean>`session.expires_at > now() and session.last_used_at > now() - ${idle}`;

/** A running session with its person as they are now: role and scope count from the next call on. */
export interface StoredSession {
  id: string;
  staffId: string;
  email: string;
  name: string;
  role: Role;
  sites: string[];
  partners: string[];
  /** Of the person. */
  version: number;
  /** The absolute end. */
  expiresAt: Date;
  /** The end unless it is used before. */
  idleEndsAt: Date;
  /** Until when the last proof counts as fresh; null where it does not any more. */
  provenUntil: Date | null;
  /** Whether `last_used_at` is more than a minute old. */
  noteIsOld: boolean;
}

/** The session of a token that is neither expired nor idle for too long, of a person who has accepted their invitation. */
export const findLiveSession = (db: Database, tokenHash: Buffer): Promise<StoredSession | undefined> =>
  selectLive(db, sql`session.token_hash = ${tokenHash}`);

/** The same by its id, which stays when its token is replaced. */
export const findLiveSessionById = (db: Database, staffId: string, id: string): Promise<StoredSession | undefined> =>
  selectLive(db, sql`session.staff_id = ${staffId} and session.id = ${id}`);

async function selectLive(db: Database, which: RawBuilder<unknown>): Promise<StoredSession | undefined> {
  const { rows } = await sql<StoredSession>`
    select session.id, staff.id as "staffId", staff.email, staff.name, staff.role, staff.sites, staff.partners, staff.version,
      session.expires_at as "expiresAt", session.last_used_at + ${idle} as "idleEndsAt",
      case when session.proved_at > now() - ${proof} then session.proved_at + ${proof} end as "provenUntil",
      session.last_used_at < now() - interval '1 minute' as "noteIsOld"
    from staff_session session join staff on staff.id = session.staff_id
    where ${which} and ${isAlive} and staff.accepted_at is not null`.execute(db);
  return rows[0];
}

/** Renews the idle end of a session. */
export async function noteUse(db: Database, tokenHash: Buffer): Promise<void> {
  await sql`
    with used as (
      update staff_session set last_used_at = now() where token_hash = ${tokenHash} returning staff_id)
    update staff set last_used_at = now() from used where staff.id = used.staff_id`.execute(db);
}

/** A session to store. */
export interface NewSession {
  tokenHash: Buffer;
  staffId: string;
  way: WayIn;
  /** Browser and system in coarse words. */
  device: string;
}

/** Stores a session, and deletes the oldest beyond so many. The caller has locked the person. */
export async function insertSession(
  tx: Transaction,
  { tokenHash, staffId, way, device }: NewSession,
  most: number,
): Promise<void> {
  await sql`
    with oldest as (
      delete from staff_session where token_hash in (
        select token_hash from staff_session session where staff_id = ${staffId}
        order by ${isAlive} desc, created_at desc offset ${most - 1})
    ), used as (update staff set last_used_at = now() where id = ${staffId})
    insert into staff_session (token_hash, staff_id, way, device, expires_at)
    values (${tokenHash}, ${staffId}, ${way}, ${device}, now() + make_interval(hours => ${staffLimits.staffSessionHours}))`.execute(
    tx,
  );
}

/**
 * Lets a session go on under another token, as one that was proved just now.
 *
 * @returns until when the proof counts as fresh; undefined where the session has ended
 */
export async function replaceToken(tx: Transaction, old: Buffer, tokenHash: Buffer): Promise<Date | undefined> {
  const { rows } = await sql<{ provenUntil: Date }>`
    update staff_session session set token_hash = ${tokenHash}, proved_at = now(), last_used_at = now()
    where token_hash = ${old} and ${isAlive} returning proved_at + ${proof} as "provenUntil"`.execute(tx);
  return rows[0]?.provenUntil;
}

/** A running session, for the list. */
export interface ListedSession {
  id: string;
  startedAt: Date;
  /** To the minute. */
  lastUsedAt: Date;
  device: string;
  way: WayIn;
  tokenHash: Buffer;
}

/** A person's running sessions, the last used first. */
export const selectSessions = (db: Database, staffId: string): Promise<ListedSession[]> =>
  db
    .withTables<Tables>()
    .selectFrom('staff_session as session')
    .select(['id', 'created_at as startedAt', 'last_used_at as lastUsedAt', 'device', 'way', 'token_hash as tokenHash'])
    .where('staff_id', '=', staffId)
    .where(isAlive)
    .orderBy('last_used_at', 'desc')
    .orderBy('id')
    .execute();

/** Deletes one session of a person. @returns whether it was running */
export async function deleteSessionById(tx: Transaction, staffId: string, id: string): Promise<boolean> {
  const deleted = await tx
    .withTables<Tables>()
    .deleteFrom('staff_session as session')
    .where('staff_id', '=', staffId)
    .where('id', '=', id)
    .where(isAlive)
    .returning('id')
    .executeTakeFirst();
  return deleted !== undefined;
}

/** Deletes a person's sessions, all but one where that is given. @returns how many of them were running */
export async function deleteSessionsOf(tx: Transaction, staffId: string, except?: Buffer): Promise<number> {
  let query = tx.withTables<Tables>().deleteFrom('staff_session as session').where('staff_id', '=', staffId);
  if (except) query = query.where('token_hash', '!=', except);
  const ended = await query.returning(isAlive.as('wasAlive')).execute();
  return ended.filter(({ wasAlive }) => wasAlive).length;
}

/** Deletes a session by its token's hash. Idempotent. @returns whether it was there, running or expired */
export async function deleteSession(db: Database, tokenHash: Buffer): Promise<boolean> {
  const deleted = await db
    .withTables<Tables>()
    .deleteFrom('staff_session')
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst();
  return deleted.numDeletedRows > 0n;
}

import { staffLimits } from '../../../contract/staff-limits.ts';
import type { Database, Transaction } from '../../platform/database/database.ts';
import { hashToken, randomToken } from '../../platform/keys.ts';
import { Refusal } from '../../platform/refusal.ts';
import {
  deleteSession,
  deleteSessionById,
  deleteSessionsOf,
  findLiveSession,
  findLiveSessionById,
  insertSession,
  noteUse,
  replaceToken,
  selectSessions,
  type ListedSession,
  type StoredSession,
  type WayIn,
} from './sessions.store.ts';

export type { WayIn } from './sessions.store.ts';

/** A running session with its person, as they are now. */
export interface StaffSession extends StoredSession {
  /** Identifies the session in later calls. */
  tokenHash: Buffer;
}

/**
 * Begins a session for a person, whom the caller has locked. The token is new each time, against session fixation; it is
 * returned once and stored as a hash. Beyond `staffLimits.staffSessionsEach` the oldest session ends.
 */
export async function startSession(
  tx: Transaction,
  { staffId, way, device }: { staffId: string; way: WayIn; device: string },
): Promise<string> {
  const token = randomToken();
  await insertSession(tx, { tokenHash: hashToken(token), staffId, way, device }, staffLimits.staffSessionsEach);
  return token;
}

/**
 * The running session of a token.
 *
 * @param isUse whether the idle end is put off; not for what a page asks by itself
 */
export async function findSession(db: Database, token: string, isUse: boolean): Promise<StaffSession | undefined> {
  const tokenHash = hashToken(token);
  const stored = await findLiveSession(db, tokenHash);
  if (!stored) return undefined;
  if (isUse && stored.noteIsOld) await noteUse(db, tokenHash);
  return { ...stored, tokenHash };
}

/** A session by its hash, without putting off its idle end. @throws Refusal login-required where it has ended */
export async function readSession(db: Database, tokenHash: Buffer): Promise<StaffSession> {
  const stored = await findLiveSession(db, tokenHash);
  if (!stored) throw new Refusal('login-required');
  return { ...stored, tokenHash };
}

/**
 * A session that was found before, as it and its person are now: its token may have been replaced by a fresh proof.
 *
 * @throws Refusal login-required where it has ended
 */
export async function readSessionAgain(
  db: Database,
  { staffId, id }: Pick<StaffSession, 'staffId' | 'id'>,
): Promise<StoredSession> {
  const stored = await findLiveSessionById(db, staffId, id);
  if (!stored) throw new Refusal('login-required');
  return stored;
}

/**
 * Notes a fresh proof. The session goes on under a new token, so that a copy of the old one, which another person may
 * have, is not proved along with it (OWASP ASVS 7.2.4).
 *
 * @throws Refusal login-required where the session has ended
 */
export async function renewSession(tx: Transaction, tokenHash: Buffer): Promise<{ token: string; provenUntil: Date }> {
  const token = randomToken();
  const provenUntil = await replaceToken(tx, tokenHash, hashToken(token));
  if (!provenUntil) throw new Refusal('login-required');
  return { token, provenUntil };
}

/** A person's running sessions, the last used first. */
export const listSessions = (db: Database, staffId: string): Promise<ListedSession[]> => selectSessions(db, staffId);

/** Ends one session of a person. @throws Refusal session-not-found */
export async function endSessionById(tx: Transaction, staffId: string, id: string): Promise<void> {
  if (!(await deleteSessionById(tx, staffId, id))) throw new Refusal('session-not-found');
}

/** Ends every session of a person except the given one. @returns how many of them were running */
export const endSessionsOf = (tx: Transaction, staffId: string, except?: Buffer): Promise<number> =>
  deleteSessionsOf(tx, staffId, except);

/** Ends the session of a token. @returns whether there was one */
export const endSession = (db: Database, token: string): Promise<boolean> => deleteSession(db, hashToken(token));

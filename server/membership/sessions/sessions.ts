import { limits } from '../../../contract/limits.ts';
import type { Database, Transaction } from '../../platform/database/database.ts';
import { hashToken, randomToken } from '../../platform/keys.ts';
import { Refusal } from '../../platform/refusal.ts';
import {
  deleteDeadSessions,
  deleteOldestSessions,
  deleteSession,
  deleteSessionsOf,
  findLiveSession,
  insertSession,
  noteLogIn,
  noteProof,
  noteUse,
} from './sessions.store.ts';

/** A running session, as its bearer's requests show it. Decision 0003: opaque, and revocable at once. */
export interface Session {
  /** What is stored of the token; names the session in later calls. */
  tokenHash: Buffer;
  memberId: string;
  siteId: string;
  provedRecently: boolean;
}

/** A session just begun. The token is never to be had again. */
export interface NewSession {
  token: string;
  expiresAt: Date;
}

/**
 * Signs a member in, whom the caller has locked. The token is fresh every time, against session fixation. A member who
 * has as many sessions as there may be loses the oldest.
 */
export async function startSession(tx: Transaction, member: { id: string; siteId: string }): Promise<NewSession> {
  const token = randomToken();
  const session = { tokenHash: hashToken(token), memberId: member.id, siteId: member.siteId };
  const expiresAt = await insertSession(tx, session);
  if (!expiresAt) throw new Refusal('invalid-credentials');
  await deleteOldestSessions(tx, session, limits.sessionsPerMember);
  return { token, expiresAt };
}

/** The running session of a token at this site; a token of another site is worth nothing here. */
export const findSession = (db: Database, siteId: string, token: string): Promise<Session | undefined> =>
  findSessionByHash(db, siteId, hashToken(token));

/** The same by what is stored of the token, for who has kept that. */
export async function findSessionByHash(db: Database, siteId: string, tokenHash: Buffer): Promise<Session | undefined> {
  const stored = await findLiveSession(db, siteId, tokenHash);
  if (!stored) return undefined;
  if (stored.noteIsOld) await noteUse(db, tokenHash);
  return { tokenHash, memberId: stored.memberId, siteId: stored.siteId, provedRecently: stored.provedRecently };
}

/** Whether a session that was found earlier still runs. */
export const isRunning = async (tx: Transaction, { siteId, tokenHash }: Session): Promise<boolean> =>
  (await findLiveSession(tx, siteId, tokenHash)) !== undefined;

/** Ends the session of a token, if there is one. */
export const endSession = (db: Database, siteId: string, token: string): Promise<void> =>
  deleteSession(db, siteId, hashToken(token));

/** Ends every session of a member, but the given one. */
export const endSessionsOf = (tx: Transaction, memberId: string, except?: Session): Promise<void> =>
  deleteSessionsOf(tx, memberId, except?.tokenHash);

/** Notes that the bearer has just shown who they are. */
export const renewProof = (db: Database, session: Session): Promise<void> => noteProof(db, session.tokenHash);

/** Notes that somebody came back to an account whose address is not proved: it is not abandoned. */
export const noteReturn = (tx: Transaction, memberId: string): Promise<void> => noteLogIn(tx, memberId);

/** Clears away what has ended by itself. */
export const forgetDeadSessions = (db: Database): Promise<void> => deleteDeadSessions(db);

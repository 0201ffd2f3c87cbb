import { limits } from '../../../contract/limits.ts';
import type { Database, Transaction } from '../../platform/database/database.ts';
import { hashToken, randomToken } from '../../platform/keys.ts';
import { Refusal } from '../../platform/refusal.ts';
import { describeDevice } from './device.ts';
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
  selectSessions,
  deleteSessionById,
  type ListedSession,
  type WayIn,
} from './sessions.store.ts';

export type { ListedSession };

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

/** How and where a session begins, which its member sees in the list of their sessions. */
export interface SessionOrigin {
  way: WayIn;
  /** Of the way `provider`: its key in the site's settings. */
  provider?: string | null;
  /** What the browser says of itself; only coarse words of it are kept. */
  userAgent: string | undefined;
}

/**
 * Signs a member in, whom the caller has locked. The token is fresh every time, against session fixation. A member who
 * has as many sessions as there may be loses the oldest.
 */
export async function startSession(
  tx: Transaction,
  member: { id: string; siteId: string },
  { way, provider = null, userAgent }: SessionOrigin,
): Promise<NewSession> {
  const token = randomToken();
  const { id: memberId, siteId } = member;
  const session = { tokenHash: hashToken(token), memberId, siteId, way, provider, device: describeDevice(userAgent) };
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
export const isRunning = async (tx: Database, { siteId, tokenHash }: Session): Promise<boolean> =>
  (await findLiveSession(tx, siteId, tokenHash)) !== undefined;

/** Ends the session of a token, if there is one. */
export const endSession = (db: Database, siteId: string, token: string): Promise<void> =>
  deleteSession(db, siteId, hashToken(token));

/** Ends every session of a member, but the given one. @returns how many of them were running */
export const endSessionsOf = (tx: Transaction, memberId: string, except?: Session): Promise<number> =>
  deleteSessionsOf(tx, memberId, except?.tokenHash);

/** The running sessions of a member, the last used first. */
export const listSessions = (db: Database, memberId: string): Promise<ListedSession[]> => selectSessions(db, memberId);

/** A session as the wire knows it. */
export const sessionToWire = ({ id, startedAt, lastUsedAt, way, provider, device }: ListedSession) => ({
  id,
  startedAt: startedAt.toISOString(),
  lastUsedAt: lastUsedAt.toISOString(),
  way,
  provider,
  device,
});

/** Ends one session of a member by its id. @throws Refusal session-not-found */
export async function endSessionById(tx: Transaction, memberId: string, id: string): Promise<void> {
  if (!(await deleteSessionById(tx, memberId, id))) throw new Refusal('session-not-found');
}

/**
 * Step-up (OWASP ASVS 7.5.1): what changes a way in, or ends something for good, needs more than a session that is open.
 *
 * @throws Refusal recent-login-required unless the bearer has logged in or proved who they are within
 *   `limits.recentProofMinutes`
 */
export function requireRecentProof({ provedRecently }: Pick<Session, 'provedRecently'>): void {
  if (!provedRecently) throw new Refusal('recent-login-required');
}

/** Notes that the bearer has just shown who they are. */
export const renewProof = (db: Database, session: Session): Promise<void> => noteProof(db, session.tokenHash);

/** Notes that somebody came back to an account whose address is not proved: it is not abandoned. */
export const noteReturn = (tx: Transaction, memberId: string): Promise<void> => noteLogIn(tx, memberId);

/** Clears away what has ended by itself. */
export const forgetDeadSessions = (db: Database): Promise<void> => deleteDeadSessions(db);

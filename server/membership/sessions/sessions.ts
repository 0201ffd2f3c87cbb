import { limits } from '../../../contract/limits.ts';
import type { Database, Transaction } from '../../platform/database/database.ts';
import { hashToken, randomToken } from '../../platform/keys.ts';
import { Refusal } from '../../platform/refusal.ts';
import { describeDevice } from './device.ts';
import {
  deleteAllSessions,
  deleteSession,
  deleteSessionsOf,
  findLiveSession,
  insertSession,
  liveSession,
  noteUse,
  replaceToken,
  selectSessions,
  deleteSessionById,
  type ListedSession,
  type WayIn,
} from './sessions.store.ts';

export { liveSession, noteUse };
export type { ListedSession };

/** A running session, found by its bearer's token (decision 0003: opaque, and revocable at once). */
export interface Session {
  /** Hash of the token; identifies the session in later calls. */
  tokenHash: Buffer;
  memberId: string;
  siteId: string;
  provedRecently: boolean;
}

/** A new session. Its token is returned once and stored as a hash. */
export interface NewSession {
  token: string;
  expiresAt: Date;
}

/** Authentication method and browser of a session, which its member sees in the list of sessions. */
export interface SessionOrigin {
  way: WayIn;
  /** Of the way `provider`: its key in the site's settings. */
  provider?: string | null;
  /** The `User-Agent` header; only coarse words of it are stored. */
  userAgent: string | undefined;
  /** Whether it is a log-in to an account whose address is not proved, which then does not count as abandoned. */
  isReturn?: boolean;
}

/**
 * Begins a session for a member, whom the caller has locked. The token is new each time, against session fixation. Beyond
 * `limits.sessionsPerMember` the oldest session ends.
 *
 * @throws Refusal invalid-credentials for a void member
 */
export async function startSession(
  tx: Transaction,
  member: { id: string; siteId: string },
  { way, provider = null, userAgent, isReturn = false }: SessionOrigin,
): Promise<NewSession> {
  const token = randomToken();
  const { id: memberId, siteId } = member;
  const session = { tokenHash: hashToken(token), memberId, siteId, way, provider, device: describeDevice(userAgent) };
  const expiresAt = await insertSession(tx, session, { most: limits.sessionsPerMember, isReturn });
  if (!expiresAt) throw new Refusal('invalid-credentials');
  return { token, expiresAt };
}

/** The running session of a token at this site; a token of another site is not accepted. */
export const findSession = (db: Database, siteId: string, token: string): Promise<Session | undefined> =>
  findSessionByHash(db, siteId, hashToken(token));

/** The same by the token's hash. */
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

/** Ends every session of a member except the given one. @returns how many of them were running */
export const endSessionsOf = (tx: Transaction, memberId: string, except?: Session): Promise<number> =>
  deleteSessionsOf(tx, memberId, except?.tokenHash);

/** Ends all sessions of all sites, in several statements. @returns how many there were */
export const endAllSessions = (db: Database): Promise<number> => deleteAllSessions(db);

/** The running sessions of a member, the last used first. */
export const listSessions = (db: Database, memberId: string): Promise<ListedSession[]> => selectSessions(db, memberId);

/** A session on the wire. */
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
 * Step-up authentication (OWASP ASVS 7.5.1): changes of credentials and deletions need more than an open session.
 *
 * @throws Refusal recent-login-required without a log-in or proof within
 *   `limits.recentProofMinutes`
 */
export function requireRecentProof({ provedRecently }: Pick<Session, 'provedRecently'>): void {
  if (!provedRecently) throw new Refusal('recent-login-required');
}

/**
 * Notes that the bearer has just shown who they are. Their session goes on under a new token, so that a copy of the old
 * one, which another person may have, is not proved along with it (OWASP ASVS 7.2.4).
 *
 * @throws Refusal login-required where the session has ended
 */
export async function renewSession(tx: Transaction, { tokenHash }: Session): Promise<NewSession> {
  const token = randomToken();
  const expiresAt = await replaceToken(tx, tokenHash, hashToken(token));
  if (!expiresAt) throw new Refusal('login-required');
  return { token, expiresAt };
}

/** A session just begun, or under a new token, as the wire knows it. */
export const tokensToWire = ({ token, expiresAt }: NewSession) =>
  ({ accessToken: token, expires: expiresAt.getTime(), type: 'bearer' }) as const;

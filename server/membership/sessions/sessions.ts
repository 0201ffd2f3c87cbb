import type * as z from 'zod/mini';
import { limits } from '../../../contract/limits.ts';
import type { LoginRequest } from '../../../contract/sign-in.ts';
import type { TeamInvite } from '../../../contract/teams.ts';
import type { Database, Transaction } from '../../platform/database/database.ts';
import { hashToken, randomToken } from '../../platform/keys.ts';
import { Refusal } from '../../platform/refusal.ts';
import {
  deleteChallenges,
  issueChallenge,
  type ChallengeScope,
} from '../../platform/second-factor/challenges.store.ts';
import { describeDevice } from './device.ts';
import {
  deleteAllSessions,
  deleteSession,
  deleteSessionsOf,
  raiseDeviceEpoch,
  endSetup,
  findLiveSession,
  insertSession,
  liveSessions,
  noteUse,
  replaceToken,
  selectSessions,
  deleteSessionById,
  type ListedSession,
  type WayIn,
} from './sessions.store.ts';

export { liveSessions, noteUse };
export type { ListedSession };

/** A running session, found by its bearer's token (decision 0003: opaque, and revocable at once). */
export interface Session {
  /** Hash of the token; identifies the session in later calls. */
  tokenHash: Buffer;
  memberId: string;
  siteId: string;
  provedRecently: boolean;
  /** Whether the member has to set up a second factor before anything else. */
  isSetupDue: boolean;
  /** The person on the staff whose view it is: it stands for the member's session in calls that read, and is none. */
  viewedBy?: string;
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
  /** The site's rule: where it is required, a member without one has to set it up first. */
  secondFactor: 'offered' | 'required';
  /** Whether the member has shown a second factor, or a passkey that is two in one. */
  hasShownFactor?: boolean;
  wishes?: Wishes | undefined;
}

/** What a log-in asks for beside its session; kept with a step, since the second call does not say it again. */
export interface Wishes {
  /** Invitation to a team; clients send an empty one where there is none. */
  inviteToken?: string | null | undefined;
  options?: z.infer<typeof LoginRequest>['options'];
  /** The result of an invitation that is not to be tried. */
  teamInvite?: TeamInvite | undefined;
}

/** A session that a log-in has just begun. */
export interface StartedSession extends NewSession {
  isSetupDue: boolean;
  /** Whether the member has signed in before, and never on this device. */
  isNewDevice: boolean;
}

/** In place of a session: the member has a second factor and has not shown it. */
export interface SecondStep {
  /** Proves the first step, once and for five minutes. */
  step: string;
}

/** The challenge of a second step at a site. */
export const stepScope = (siteId: string): ChallengeScope => ({ purpose: 'sign-in-step', audience: siteId });

/** The way of the first step, which the session is to show, and what it asked for. */
export interface FirstStep {
  way: WayIn;
  provider: string | null;
  wishes?: Wishes | undefined;
}

/** Reads back what {@link startSession} stored with a step. */
export const readFirstStep = (boundTo: string | undefined): FirstStep => JSON.parse(boundTo ?? 'null') as FirstStep;

/**
 * Begins a session for a member, whom the caller has locked. The token is new each time, against session fixation. Beyond
 * `limits.sessionsPerMember` the oldest session ends. Every log-in comes here, so that none can skip the second factor:
 * a member who has one, and has not shown it, gets a step in place of a session.
 *
 * @throws Refusal invalid-credentials for a void member, account-suspended for a suspended one
 */
export async function startSession(
  tx: Transaction,
  member: { id: string; siteId: string },
  { way, provider = null, userAgent, isReturn = false, secondFactor, hasShownFactor = false, wishes }: SessionOrigin,
): Promise<StartedSession | SecondStep> {
  const token = randomToken();
  const { id: memberId, siteId } = member;
  const session = { tokenHash: hashToken(token), memberId, siteId, way, provider, device: describeDevice(userAgent) };
  const opened = await insertSession(tx, session, {
    most: limits.sessionsPerMember,
    isReturn,
    hasShownFactor,
    requiresFactor: secondFactor === 'required',
  });
  if (opened === 'void') throw new Refusal('invalid-credentials');
  if (opened === 'suspended') throw new Refusal('account-suspended');
  if (opened !== 'second-factor') return { token, ...opened };
  const first: FirstStep = { way, provider, wishes };
  const holder = { kind: 'member', id: memberId } as const;
  return { step: await issueChallenge(tx, { ...stepScope(siteId), holder, boundTo: JSON.stringify(first) }) };
}

/** The same for a member who is new, and has no second factor yet. */
export async function startFirstSession(
  tx: Transaction,
  member: { id: string; siteId: string },
  origin: SessionOrigin,
): Promise<StartedSession> {
  const started = await startSession(tx, member, origin);
  if ('step' in started) throw new Error('A member who was made in this transaction has a second factor.');
  return started;
}

/** Lets a member's sessions do everything again: the second factor is set up. */
export const noteSetup = (tx: Transaction, memberId: string): Promise<void> => endSetup(tx, memberId);

/** The running session of a token at this site; a token of another site is not accepted. */
export const findSession = (db: Database, siteId: string, token: string): Promise<Session | undefined> =>
  findSessionByHash(db, siteId, hashToken(token));

/** The same by the token's hash. */
export async function findSessionByHash(db: Database, siteId: string, tokenHash: Buffer): Promise<Session | undefined> {
  const stored = await findLiveSession(db, siteId, tokenHash);
  if (!stored) return undefined;
  if (stored.noteIsOld) await noteUse(db, tokenHash);
  const { memberId, provedRecently, isSetupDue } = stored;
  return { tokenHash, memberId, siteId: stored.siteId, provedRecently, isSetupDue };
}

/** Whether a session that was found earlier still runs. */
export const isRunning = async (tx: Database, { siteId, tokenHash }: Session): Promise<boolean> =>
  (await findLiveSession(tx, siteId, tokenHash)) !== undefined;

/** Ends the session of a token, if there is one. */
export const endSession = (db: Database, siteId: string, token: string): Promise<void> =>
  deleteSession(db, siteId, hashToken(token));

/**
 * Ends every session of a member except the given one, log-ins under way, and device cookies: all that a browser of another
 * person may have.
 *
 * @returns how many sessions were running
 */
export async function endSessionsOf(tx: Transaction, memberId: string, except?: Session): Promise<number> {
  // Lock order: the member before their sessions.
  await raiseDeviceEpoch(tx, memberId);
  await deleteChallenges(tx, { kind: 'member', id: memberId });
  return deleteSessionsOf(tx, memberId, except?.tokenHash);
}

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

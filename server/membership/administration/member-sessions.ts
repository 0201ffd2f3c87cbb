import { transaction } from '../../platform/database/database.ts';
import type { Database } from '../../platform/database/database.ts';
import { recordAct, type AuditedBy } from '../audit/audit.ts';
import { endSessionById, endSessionsOf } from '../sessions/sessions.ts';

export interface SessionsToEnd extends AuditedBy {
  siteId: string;
  memberId: string;
  /** The one to end; all of them where it is left out. */
  sessionId?: string | undefined;
}

/**
 * Ends sessions of a member for staff or the site's own server, and records it in the audit trail.
 *
 * @returns how many running sessions have ended
 * @throws Refusal session-not-found for one that the member does not have
 */
export const endSessionsAs = (db: Database, { siteId, memberId, sessionId, ...by }: SessionsToEnd): Promise<number> =>
  transaction(db, async (tx) => {
    let ended = 1;
    if (sessionId === undefined) ended = await endSessionsOf(tx, memberId);
    else await endSessionById(tx, memberId, sessionId);
    await recordAct(tx, { ...by, siteId, action: 'sessions.ended', subject: memberId, note: sessionId ?? '' });
    return ended;
  });

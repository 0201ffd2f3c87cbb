import type { Transaction } from '../../../database/database.ts';
import { hostedPage, recordEvents, type Cause } from '../events/events.ts';
import { findObject, saveObject, type StoredObject } from '../store/object.store.ts';
import { change, type Sandbox } from '../sandbox.ts';
import { nowSeconds } from '../wire/ids.ts';
import type { Session } from '../wire/objects.ts';

/** Locks a session, and expires an overdue one first, so that no page shows or pays it as open. */
export async function findCurrentSession(tx: Transaction, id: string): Promise<StoredObject<'session'> | undefined> {
  const found = await findObject(tx, 'session', id, { lock: true });
  if (!found || !isOverdue(found.data)) return found;
  return { ...found, data: await expireSession(tx, found.data, hostedPage) };
}

/** Expires a locked session and records the event. */
export async function expireSession(tx: Transaction, session: Session, cause: Cause): Promise<Session> {
  const expired: Session = { ...session, status: 'expired', url: null };
  await saveObject(tx, 'session', expired);
  await recordEvents(tx, cause, [['checkout.session.expired', expired]]);
  return expired;
}

/**
 * Handles the alarm at a session's end. No effect if it was paid or expired before.
 *
 * @returns whether the session has ended; the alarm may ring early when the clocks of database and process differ
 */
export async function expireOverdue(sandbox: Sandbox, id: string): Promise<boolean> {
  const found = await change(sandbox, (tx) => findCurrentSession(tx, id));
  return found?.data.status !== 'open';
}

const isOverdue = (session: Session) => session.status === 'open' && session.expires_at <= nowSeconds();

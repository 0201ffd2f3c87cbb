import { transaction } from '../../../platform/database/database.ts';
import { Refusal } from '../../../platform/refusal.ts';
import type { EnrolmentServices } from '../../services.ts';
import { findMeeting } from './consultations.store.ts';
import { lockRequests, moveThread, type DeskRequest } from './desk.store.ts';
import { changeRequest, requireSeen, requireUnmerged, type Working } from './hold-request.ts';

/**
 * Merges a request into another one of the same person at the same partner. The thread goes there; this one is resolved
 * and says where it went. The other one waits if this one did, since when the earlier of them was asked.
 *
 * @throws Refusal not-found, request-merged, not-the-same-person, changed-meanwhile; request-has-time;
 *   not-a-consultation for a consultation that would go on as another kind of request
 */
export async function mergeRequest(services: EnrolmentServices, at: Working, intoId: string): Promise<void> {
  await transaction(services.db, async (tx) => {
    const held = await lockRequests(tx, at.scope, [at.requestId, intoId]);
    const from = held.find(({ id }) => id === at.requestId);
    const into = held.find(({ id }) => id === intoId);
    if (!from || !into) throw new Refusal('not-found');
    await requireSeen(tx, from, at);
    requireUnmerged(from);
    if (!isOfOnePerson(from, into)) throw new Refusal('not-the-same-person');
    if (from.kind === 'consultation' && into.kind !== 'consultation')
      throw new Refusal('not-a-consultation', {
        message: 'Only a consultation can be given a time. Merge the other request into this one.',
      });
    const meeting = await findMeeting(tx, from.id);
    if (meeting?.cancelledAt === null) throw new Refusal('request-has-time');
    const isWaiting = from.answeredAt === null && from.resolvedAt === null;
    const version = await changeRequest(tx, into, {
      by: at.by,
      change: isWaiting ? { status: 'waiting', askedFirst: earlier(from.createdAt, into.createdAt) } : {},
      entry: { kind: 'merged', subject: from.reference, body: from.id },
    });
    await moveThread(tx, from.id, into.id, version);
    await changeRequest(tx, from, {
      by: at.by,
      change: { status: 'resolved', mergedInto: into.id },
      entry: { kind: 'resolved', subject: into.reference },
    });
  });
}

const earlier = (one: Date, other: Date) => (one < other ? one : other);

function isOfOnePerson(from: DeskRequest, into: DeskRequest): boolean {
  if (from.id === into.id || from.partner !== into.partner || into.resolvedAt !== null) return false;
  const isOneMember = from.memberId !== null && from.memberId === into.memberId;
  return isOneMember || from.email.toLowerCase() === into.email.toLowerCase();
}

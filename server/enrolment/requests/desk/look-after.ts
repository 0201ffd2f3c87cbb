import type { RequestStatus } from '../../../../contract/console/requests-schemas.ts';
import { transaction, type PooledDatabase } from '../../../platform/database/database.ts';
import { Refusal } from '../../../platform/refusal.ts';
import type { EnrolmentServices } from '../../services.ts';
import { listAdvisors } from './advisors.ts';
import { handOverMeeting } from './consultations.ts';
import { lockOpenByReference } from './desk.store.ts';
import { changeRequest, holdRequest, requireUnmerged, type Working } from './hold-request.ts';

/**
 * Assigns a request to a person who may answer it, with the time that it may have, or takes it from who has it.
 *
 * @throws Refusal not-found, not-an-advisor, changed-meanwhile
 */
export async function assignRequest(services: EnrolmentServices, at: Working, staffId: string | null): Promise<void> {
  await transaction(services.db, async (tx) => {
    const { request, to } = await holdRequest(services, tx, at);
    if (request.assignedTo === staffId) return;
    const people = await listAdvisors(services, tx, [request.partner]);
    const person = people.find(({ id }) => id === staffId);
    if (staffId !== null && !person) throw new Refusal('not-an-advisor');
    await changeRequest(tx, request, {
      by: at.by,
      change: { assigned: person ?? null },
      entry: { kind: 'assigned', body: person?.name ?? '' },
    });
    if (person) await handOverMeeting(services, tx, to, { request, email: person.email });
  });
}

const kindOf = { waiting: 'reopened', answered: 'answered', resolved: 'resolved' } as const;

/** Sets what became of a request. @throws Refusal not-found, request-merged, asked-again, changed-meanwhile */
export async function setStatus(services: EnrolmentServices, at: Working, status: RequestStatus): Promise<void> {
  await transaction(services.db, async (tx) => {
    const { request } = await holdRequest(services, tx, at);
    requireUnmerged(request);
    await changeRequest(tx, request, { by: at.by, change: { status }, entry: { kind: kindOf[status] } });
  });
}

/**
 * Resolves a request by its reference, as the operator does.
 *
 * @returns false if no open request has this reference
 */
export const resolveByReference = (db: PooledDatabase, reference: string): Promise<boolean> =>
  transaction(db, async (tx) => {
    const request = await lockOpenByReference(tx, reference);
    if (!request) return false;
    const by = { staffId: null, actor: 'the operator' };
    await changeRequest(tx, request, { by, change: { status: 'resolved' }, entry: { kind: 'resolved' } });
    return true;
  });

import type { ShownRequest } from '../../../../contract/console/requests-schemas.ts';
import { partners } from '../../../../shared/partners.ts';
import type { Database } from '../../../platform/database/database.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { enrolmentSite } from '../../enrolment-site.ts';
import type { EnrolmentServices } from '../../services.ts';
import { listAdvisors } from './advisors.ts';
import { findMeeting } from './consultations.store.ts';
import {
  findDraft,
  findRequest,
  selectEntries,
  selectMerged,
  selectOthers,
  type DeskRequest,
  type DeskScope,
} from './desk.store.ts';
import { accountOf, addresseeOf } from './hold-request.ts';
import { timesOf } from './requests-source.store.ts';

/** @throws Refusal not-found for one that is out of scope as well */
export async function findInScope(db: Database, scope: DeskScope, id: string): Promise<DeskRequest> {
  const request = await findRequest(db, scope, id);
  if (!request) throw new Refusal('not-found');
  return request;
}

/** A request with its thread, for a person on the staff. @throws Refusal not-found */
export async function showRequest(
  services: EnrolmentServices,
  scope: DeskScope,
  { requestId, staffId }: { requestId: string; staffId: string },
): Promise<ShownRequest> {
  const { db, membership } = services;
  const request = await findInScope(db, scope, requestId);
  const account = await accountOf(db, scope, request);
  const member = account === null ? undefined : await membership.findMember(db, account);
  const { memberId: _of, ...to } = addresseeOf(request, member);
  const { id, reference, kind, name, email, phone, partner, memberId, details, timesAsked, version } = request;
  const { supportEmail, timeZone } = partners[partner];
  const meeting = await findMeeting(db, id);
  const people = await listAdvisors(services, db, [partner]);
  const into = request.mergedInto === null ? undefined : await findRequest(db, scope, request.mergedInto);
  return {
    id,
    reference,
    kind,
    name,
    email,
    phone,
    partner,
    memberId,
    details,
    timesAsked,
    version,
    siteId: enrolmentSite,
    status: statusOf(request),
    ...timesOf(request.createdAt),
    assigned: request.assignedName,
    assignedTo: request.assignedTo,
    to,
    becameMemberId: memberId === null ? account : null,
    replyTo: supportEmail,
    timeZone,
    meeting: meeting
      ? {
          startsAt: meeting.startsAt.toISOString(),
          isCancelled: meeting.cancelledAt !== null,
          hasAdvisor: people.some((person) => person.email === meeting.advisorEmail),
        }
      : null,
    mergedInto: into ? { id: into.id, reference: into.reference } : null,
    merged: (await selectMerged(db, id)).map((one) => ({
      reference: one.reference,
      kind: one.kind,
      details: one.details,
      createdAt: one.createdAt.toISOString(),
    })),
    others: (await selectOthers(db, request)).map((one) => ({
      id: one.id,
      reference: one.reference,
      kind: one.kind,
      createdAt: one.createdAt.toISOString(),
    })),
    entries: (await selectEntries(db, id)).map(({ at, ...entry }) => ({ ...entry, at: at.toISOString() })),
    people,
    draft: await findDraft(db, id, staffId),
  };
}

const statusOf = ({ resolvedAt, answeredAt }: DeskRequest) => {
  if (resolvedAt !== null) return 'resolved';
  return answeredAt === null ? 'waiting' : 'answered';
};

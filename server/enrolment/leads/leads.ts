import { leadsPerClient, passwordsPerLead } from '../../../contract/calls/requests.ts';
import type { LeadRequest } from '../../../contract/leads.ts';
import { transaction, type Transaction } from '../../platform/database/database.ts';
import { addJob } from '../../platform/jobs.ts';
import { hashToken, newId, randomToken } from '../../platform/keys.ts';
import { Refusal } from '../../platform/refusal.ts';
import { ref } from '../../platform/security-events/define-events.ts';
import { recordEvent } from '../../platform/security-events/record-event.ts';
import { enrolmentSite as siteId } from '../enrolment-site.ts';
import type { EnrolmentServices } from '../services.ts';
import { keepEnquiry } from '../requests/enquiries.ts';
import { findByProof, insertLead } from './leads.store.ts';
import { settleLead, settleLeadJob } from './settle-lead.ts';

/**
 * The lead form resists account enumeration: a job looks up the address after the answer, so that neither answer nor
 * its time differs. The visit gets a proof that sets the first password of the account it has created; for an address
 * that had an account, the same step answers the same and changes nothing.
 */
export const proofMinutes = 60;

/**
 * Takes a lead.
 *
 * @returns the proof of this visit
 * @throws Refusal invalid-email, too-many-requests
 */
export async function sendLead(
  { db, limits, membership }: EnrolmentServices,
  { clientAddress, ...request }: LeadRequest & { clientAddress: string },
): Promise<string> {
  const lead = { ...request, email: membership.parseEmail(request.email), id: newId('lead_') };
  await limits.take(leadsPerClient, clientAddress);
  const proof = randomToken();
  await transaction(db, async (tx) => {
    await insertLead(tx, { ...lead, proofHash: hashToken(proof) }, proofMinutes);
    await keepLead(tx, lead);
    await addJob(tx, settleLeadJob, { id: lead.id });
  });
  return proof;
}

/** Keeps the lead for the advisors, with no member: the form does not prove who owns the address. */
async function keepLead(tx: Transaction, { partner, course, firstName, lastName, email, phone }: LeadRequest) {
  const name = `${firstName} ${lastName}`;
  await keepEnquiry(tx, { kind: 'lead', partner, memberId: null, name, email, phone, details: { course } });
}

/**
 * Sets the first password of the account this visit has created. For any other account it answers the same and does
 * nothing, to prevent enumeration.
 *
 * @throws Refusal lead-expired, invalid-password-…, too-many-requests
 */
export async function setLeadPassword(
  services: EnrolmentServices,
  { proof, password, clientAddress }: { proof: string; password: string; clientAddress: string },
): Promise<void> {
  const { db, limits, membership } = services;
  const proofHash = hashToken(proof);
  const lead = await findByProof(db, proofHash);
  if (!lead) throw new Refusal('lead-expired');
  await limits.take(passwordsPerLead, lead.id);
  const account = { siteId, email: lead.email };
  const passwordHash = await membership.hashNewPassword({ ...account, password, clientAddress });
  // The job may not have run yet.
  await settleLead(services, lead.id);
  const memberId = (await findByProof(db, proofHash))?.memberId;
  if (memberId == null) return;
  const isDone = await transaction(db, (tx) => membership.claimAsMaker(tx, { ...account, memberId, passwordHash }));
  if (isDone) recordEvent('credential-change', { outcome: 'success', change: 'first-password', member: ref(memberId) });
}

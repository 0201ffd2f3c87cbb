import { passwordsPerLink } from '../../../contract/calls/requests.ts';
import type { LeadLink } from '../../../contract/leads.ts';
import { transaction } from '../../platform/database/database.ts';
import { hashToken } from '../../platform/keys.ts';
import { Refusal } from '../../platform/refusal.ts';
import { ref } from '../../platform/security-events/define-events.ts';
import { recordEvent, recordRefusals } from '../../platform/security-events/record-event.ts';
import { enrolmentSite as siteId } from '../enrolment-site.ts';
import type { EnrolmentServices } from '../services.ts';
import { findLink, takeLink, type LeadLinkRecord } from './leads.store.ts';

/** The one-time link in a lead's mail. It proves control of the address, so using it ends all earlier access. */

/** Reads a link without consuming it: mail scanners follow links. @throws Refusal invalid-lead-link */
export async function openLeadLink(services: EnrolmentServices, token: string): Promise<LeadLink> {
  const { email, partner, course } = await getLink(services, token);
  return { email, partner, course };
}

/**
 * Sets the password and proves the address.
 *
 * @throws Refusal invalid-lead-link, invalid-password-…, too-many-requests
 */
export async function setPasswordByLink(
  services: EnrolmentServices,
  { link: token, password, clientAddress }: { link: string; password: string; clientAddress: string },
): Promise<void> {
  const { db, limits, membership } = services;
  const facts = { change: 'first-password' } as const;
  const { memberId, email } = await recordRefusals('credential-change', facts, { 'invalid-lead-link': 'refused' }, () =>
    getLink(services, token),
  );
  await limits.take(passwordsPerLink, memberId);
  const passwordHash = await membership.hashNewPassword({ siteId, email, password, clientAddress });
  await transaction(db, async (tx) => {
    const isTheirs = await membership.claimAsOwner(tx, { siteId, email, memberId, passwordHash });
    if (!isTheirs || !(await takeLink(tx, hashToken(token), memberId))) throw new Refusal('invalid-lead-link');
  });
  recordEvent('credential-change', { ...facts, outcome: 'success', member: ref(memberId) });
}

/** A link is invalid once the address has been proved otherwise: its owner can log in, so the link is only a risk. */
async function getLink({ db, membership }: EnrolmentServices, token: string): Promise<LeadLinkRecord> {
  const link = await findLink(db, hashToken(token));
  const member = link && (await membership.findMember(db, link.memberId));
  if (!link || !member || member.verified || member.email !== link.email) throw new Refusal('invalid-lead-link');
  return link;
}

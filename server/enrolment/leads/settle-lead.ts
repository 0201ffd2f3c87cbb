import { partnerCodes, partners } from '../../../shared/partners.ts';
import { courseCodes } from '../../../shared/courses.ts';
import * as z from 'zod/mini';
import { personOf } from '../../../contract/student-fields.ts';
import { transaction, type Transaction } from '../../platform/database/database.ts';
import { addJob, jobKind } from '../../platform/jobs.ts';
import { hashToken, randomToken } from '../../platform/keys.ts';
import { queueMail } from '../../platform/mail.ts';
import { Refusal } from '../../platform/refusal.ts';
import { enrolmentSite as siteId } from '../enrolment-site.ts';
import type { EnrolmentServices } from '../services.ts';
import type { StudentRecord } from '../students.ts';
import { leadKnownMail, leadLinkMail, linkHours } from './lead-mails.ts';
import { insertLink, isUnsettled, lockUnsettled, settle, type LeadRecord } from './leads.store.ts';

/** The value of the field `source` of members created by the lead form. */
const leadSource = 'course-outline-download';

/** Looks up the address of a lead and creates its member, after the answer. */
export const settleLeadJob = jobKind({ name: 'settle-lead', lane: 'mail', payload: z.object({ id: z.string() }) });

const LeadMail = z.object({
  id: z.string(),
  email: z.string(),
  partner: z.enum(partnerCodes),
  course: z.enum(courseCodes),
  /** The unclaimed account that the mailed link opens; null if the account is claimed. */
  opens: z.nullable(z.string()),
});
type LeadMail = z.infer<typeof LeadMail>;

/** Mails a lead, delayed by the budget of its mailbox. */
export const mailLeadJob = jobKind({ name: 'mail-lead', lane: 'mail', payload: LeadMail });

/** Creates the member and queues the mail. Idempotent: the password step calls it too if it comes before the job. */
export async function settleLead(services: EnrolmentServices, id: string): Promise<void> {
  if (!(await isUnsettled(services.db, id))) return;
  const settleOnce = () => transaction(services.db, (tx) => settleIn(services, tx, id));
  try {
    await settleOnce();
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'email-already-in-use') throw error;
    // A race: a concurrent lead has just created the account, which a second attempt sees.
    await settleOnce();
  }
}

async function settleIn(services: EnrolmentServices, tx: Transaction, id: string): Promise<void> {
  const { membership } = services;
  const lead = await lockUnsettled(tx, id);
  if (!lead) return;
  const found = await membership.lockMemberByEmail(tx, { siteId, email: lead.email });
  const memberId = found ? await joinEarlier(services, tx, found, lead) : await makeMember(services, tx, lead);
  await settle(tx, id, memberId);
  const opens = found && membership.isUnclaimed(found) ? found.id : memberId;
  const { email, partner, course } = lead;
  await addJob(tx, mailLeadJob, { id, email, partner, course, opens });
}

/** @returns null for a former address, which stays reserved; its mailbox gets the mail of a known address */
const makeMember = async (
  { membership, clock }: EnrolmentServices,
  tx: Transaction,
  lead: LeadRecord,
): Promise<string | null> => {
  const fields = { ...nameFieldsOf(lead), ...wishOf(lead, clock.now()), source: leadSource };
  return (await membership.makeUnclaimed(tx, { siteId, email: lead.email, fields, partner: lead.partner })) ?? null;
};

/**
 * Lets a repeated lead set the password of an account that is unclaimed, if its details equal the earlier lead's. With
 * other details it may not: a visitor who only knows the address would see the owner's details.
 */
async function joinEarlier(
  { membership, clock }: EnrolmentServices,
  tx: Transaction,
  found: StudentRecord,
  lead: LeadRecord,
): Promise<string | null> {
  const isByForm = membership.isUnclaimed(found) && found.fields.source === leadSource;
  const { firstName, lastName, phone } = personOf(found.fields);
  const isSamePerson = firstName === lead.firstName && lastName === lead.lastName && phone === lead.phone;
  if (!isByForm || !isSamePerson) return null;
  await membership.setServerFields(tx, found.id, wishOf(lead, clock.now()));
  return found.id;
}

const nameFieldsOf = (lead: LeadRecord) => ({
  'first-name': lead.firstName,
  'last-name': lead.lastName,
  'phone-number': lead.phone,
});

const wishOf = (lead: LeadRecord, now: Date) => ({
  'course-selected': lead.course,
  'download-date': now.toISOString(),
});

/** Mails the lead. Over the strangers' budget of the mailbox it is delayed, and later mails replace it (debounced). */
export async function mailLead(services: EnrolmentServices, mail: LeadMail): Promise<void> {
  const { appUrl, membership } = services;
  const { id, email, course, opens } = mail;
  const partner = partners[mail.partner];
  const news = { to: email, course, appUrl };
  await transaction(services.db, async (tx) => {
    // The member may be deleted by now. Lock order: member before mailbox; the link's foreign key locks the member too.
    if (opens !== null && !(await membership.lockIfThere(tx, opens))) return;
    const turn = await membership.bookMail(tx, { email, slot: `lead\0${id}` });
    if ('refusedSeconds' in turn)
      return addJob(tx, mailLeadJob, mail, { key: waitingKey(mail), afterSeconds: turn.refusedSeconds });
    if (!turn.isNew) return;
    const when = { dedupeKey: `lead:${id}`, afterSeconds: turn.afterSeconds };
    if (opens === null) return queueMail(services, tx, { ...leadKnownMail(partner, news), ...when });
    const token = randomToken();
    const link = { tokenHash: hashToken(token), memberId: opens, email, course, partner: mail.partner };
    await insertLink(tx, link, linkHours);
    await queueMail(services, tx, { ...leadLinkMail(partner, { ...news, token }), memberId: opens, ...when });
  });
}

const waitingKey = ({ email }: LeadMail): string => hashToken(email).toString('base64url');

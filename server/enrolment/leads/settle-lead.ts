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

/** What the field `source` says of members who came by the lead form. */
const leadSource = 'course-outline-download';

export const settleLeadJob = jobKind({ name: 'settle-lead', lane: 'mail', payload: z.object({ id: z.string() }) });

const LeadMail = z.object({
  id: z.string(),
  email: z.string(),
  partner: z.enum(partnerCodes),
  course: z.enum(courseCodes),
  /** The account a link in the mail opens; none where its owner has a way in. */
  opens: z.nullable(z.string()),
});
type LeadMail = z.infer<typeof LeadMail>;

export const mailLeadJob = jobKind({ name: 'mail-lead', lane: 'mail', payload: LeadMail });

/** Makes the member and has the address mailed, once. The password step does it too where it comes before the job. */
export async function settleLead(services: EnrolmentServices, id: string): Promise<void> {
  if (!(await isUnsettled(services.db, id))) return;
  const settleOnce = () => transaction(services.db, (tx) => settleIn(services, tx, id));
  try {
    await settleOnce();
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'email-already-in-use') throw error;
    // Another lead has made the account at the same moment; now it is seen.
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

/** @returns null where a member has just left the address: its mailbox is told how to log in, like a known one */
const makeMember = async (
  { membership, clock }: EnrolmentServices,
  tx: Transaction,
  lead: LeadRecord,
): Promise<string | null> => {
  const fields = { ...nameFieldsOf(lead), ...wishOf(lead, clock.now()), source: leadSource };
  return (await membership.makeUnclaimed(tx, { siteId, email: lead.email, fields })) ?? null;
};

/**
 * The same person asks again before the account has been opened: their visit may open it. Somebody else who only knows
 * the address may not, for they would see whose it is.
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

/** Beyond what strangers may cause at a mailbox it comes as soon as it may, and the last of several stands for all. */
export async function mailLead(services: EnrolmentServices, mail: LeadMail): Promise<void> {
  const { appUrl, membership } = services;
  const { id, email, course, opens } = mail;
  const partner = partners[mail.partner];
  const news = { to: email, course, appUrl };
  await transaction(services.db, async (tx) => {
    // Cleared away meanwhile, perhaps. Locked before the mailbox, because the link's foreign key locks the member too.
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
    await queueMail(services, tx, { ...leadLinkMail(partner, { ...news, token }), ...when });
  });
}

const waitingKey = ({ email }: LeadMail): string => hashToken(email).toString('base64url');

import type * as z from 'zod/mini';
import type { CohortMail, DraftCohortMailRequest, Recipient } from '../../../contract/console/runs-schemas.ts';
import { findPartner, partners, type Partner } from '../../../shared/partners.ts';
import { transaction, type Database, type Transaction } from '../../platform/database/database.ts';
import { doForAll } from '../../platform/do-for-all.ts';
import { addJob } from '../../platform/jobs.ts';
import { newId } from '../../platform/keys.ts';
import { queueMail, type Mail } from '../../platform/mail.ts';
import { Refusal } from '../../platform/refusal.ts';
import { recordCohortAct, type Runner } from '../catalogue/cohort-acts.ts';
import { requireSeenCohort, type CohortScope } from '../catalogue/cohort-scope.ts';
import { getCohort } from '../catalogue/cohorts.ts';
import { composePartnerMail } from '../mails/partner-mail.ts';
import { plainLine } from '../mails/plain-line.ts';
import type { EnrolmentServices } from '../services.ts';
import {
  findCohortMail,
  insertCohortMail,
  keepQueued,
  listMailRecipients,
  listSeatedStudents,
  listSentMails,
  lockCohortMail,
  markCohortMailSent,
  outboxKey,
  type Seated,
  type StoredCohortMail,
  type StoredRecipient,
} from './cohort-mails.store.ts';
import { sendCohortMailJob } from './run-jobs.ts';

/** Mails of a cohort that are shown. */
const shownMost = 50;
const subjectMost = 150;

/** Which mail of which cohort. */
export interface CohortMailPlace {
  cohortId: string;
  cohortMailId: string;
}

type Services = Pick<EnrolmentServices, 'db' | 'clock'>;

/** @throws Refusal cohort-not-found */
export async function listRecipients(
  { db, clock }: Services,
  scope: CohortScope,
  cohortId: string,
): Promise<Recipient[]> {
  await requireSeenCohort(db, scope, { id: cohortId, now: clock.now() });
  return listSeatedStudents(db, scope, cohortId);
}

/** Those chosen who have a seat and a proved address: the owner of an unproved address may be another person. */
async function listReachable(
  db: Database,
  scope: CohortScope,
  { cohortId, orderIds }: Pick<StoredCohortMail, 'cohortId' | 'orderIds'>,
): Promise<Seated[]> {
  const chosen = new Set(orderIds);
  const seated = await listSeatedStudents(db, scope, cohortId);
  return seated.filter(({ orderId, isProved }) => isProved && chosen.has(orderId));
}

/**
 * Keeps a mail as a draft.
 *
 * @throws Refusal cohort-not-found, no-recipients
 */
export async function draftMail(
  { db, clock }: Services,
  { scope, by }: Runner,
  { cohortId, subject, text, orders }: z.infer<typeof DraftCohortMailRequest> & { cohortId: string },
): Promise<CohortMail> {
  await requireSeenCohort(db, scope, { id: cohortId, now: clock.now() });
  const reachable = await listReachable(db, scope, { cohortId, orderIds: orders });
  if (reachable.length === 0) throw new Refusal('no-recipients');
  const id = newId('cml_');
  const draft = {
    id,
    cohortId,
    actor: by.actor,
    staffId: by.staffId,
    subject: plainLine(subject, subjectMost),
    body: text,
    orderIds: reachable.map(({ orderId }) => orderId),
  };
  await transaction(db, (tx) => insertCohortMail(tx, draft));
  return presentOne(db, scope, id);
}

/**
 * The mail's markup as a student of a partner gets it.
 *
 * @throws Refusal cohort-not-found, not-found for a mail or partner out of scope
 */
export async function readMailBody(
  { db, clock }: Services,
  runner: Runner,
  { partner: asked, ...place }: CohortMailPlace & { partner?: string | undefined },
): Promise<string> {
  const mail = await requireMail({ db, clock }, runner, place);
  const { partners: codes } = await presentOne(db, runner.scope, mail.id);
  const code = asked === undefined ? codes[0] : codes.find((each) => each === asked);
  const partner = findPartner(code);
  if (!partner) throw new Refusal('not-found');
  const { name } = await getCohort(db, mail.cohortId, clock.now());
  return composeCohortMail(partner, mail, { cohort: name, to: '', orderId: '' }).html;
}

/**
 * Sends a draft, once: another press answers as the first did. Each recipient's mail is queued by a job with the lock on
 * the member, so that one who is being deleted gets none.
 *
 * @throws Refusal cohort-not-found, not-found, no-recipients
 */
export async function sendMail(services: Services, runner: Runner, place: CohortMailPlace): Promise<CohortMail> {
  const { db } = services;
  const { scope, by } = runner;
  await requireMail(services, runner, place);
  await transaction(db, async (tx) => {
    const mail = await lockCohortMail(tx, place.cohortMailId);
    if (!mail) throw new Refusal('not-found');
    if (mail.sentAt !== null) return;
    const reachable = await listReachable(tx, scope, mail);
    if (reachable.length === 0) throw new Refusal('no-recipients');
    await markCohortMailSent(
      tx,
      mail.id,
      reachable.map(({ orderId }) => orderId),
    );
    await recordMailed(tx, by, { cohortId: mail.cohortId, reachable });
    await addJob(tx, sendCohortMailJob, { mailId: mail.id }, { key: mail.id });
  });
  return presentOne(db, scope, place.cohortMailId);
}

function recordMailed(
  tx: Transaction,
  by: Runner['by'],
  { cohortId, reachable }: { cohortId: string; reachable: readonly Seated[] },
): Promise<void> {
  const cohort = { id: cohortId, partners: [...new Set(reachable.map(({ partner }) => partner))] };
  return recordCohortAct(tx, { ...by, action: 'cohort.mailed', cohort, note: `${reachable.length} recipients` });
}

/**
 * Queues a sent mail for each of its recipients. Idempotent: the outbox takes one for each mail and order. A
 * student who has lost seat, proof or account since it was sent gets none, and is no recipient any more.
 */
export async function queueCohortMail(services: EnrolmentServices, mailId: string): Promise<void> {
  const { db, clock } = services;
  const mail = await findCohortMail(db, mailId);
  if (!mail || mail.sentAt === null) return;
  const { name: cohort } = await getCohort(db, mail.cohortId, clock.now());
  await doForAll(await listReachable(db, { partners: 'all' }, mail), ({ memberId, orderId, partner }) =>
    transaction(db, async (tx) => {
      const member = await services.membership.lockIfThere(tx, memberId);
      if (!member?.verified) return;
      const letter = composeCohortMail(partners[partner], mail, { cohort, to: member.email, orderId });
      await queueMail(services, tx, { ...letter, memberId });
    }),
  );
  await keepQueued(db, mail.id);
}

/** Plain text as staff wrote it: an empty line begins a paragraph. Answers go to the partner's support. */
function composeCohortMail(
  partner: Partner,
  { id, subject, body }: Pick<StoredCohortMail, 'id' | 'subject' | 'body'>,
  { cohort, to, orderId }: { cohort: string; to: string; orderId: string },
): Mail {
  return composePartnerMail(partner, {
    kind: 'cohort-mail',
    to,
    subject,
    paragraphs: body
      .replaceAll('\r\n', '\n')
      .split(/\n\s*\n/)
      .map((line) => line.trim())
      .filter((line) => line !== ''),
    replyTo: partner.supportEmail,
    closing: `You get this mail because you have a seat in ${cohort}.`,
    dedupeKey: outboxKey(id, orderId),
  });
}

/** Mails that were sent to students of a cohort. @throws Refusal cohort-not-found */
export async function listMails({ db, clock }: Services, scope: CohortScope, cohortId: string): Promise<CohortMail[]> {
  await requireSeenCohort(db, scope, { id: cohortId, now: clock.now() });
  const mails = await listSentMails(db, cohortId, shownMost);
  // What went to students of other partners alone is no matter of this person's.
  return (await present(db, scope, mails)).filter(({ recipients }) => recipients.length > 0);
}

/** @throws Refusal cohort-not-found, not-found for one out of scope, absent, or another person's draft */
async function requireMail(
  { db, clock }: Services,
  { scope, by }: Runner,
  { cohortId, cohortMailId }: CohortMailPlace,
): Promise<StoredCohortMail> {
  await requireSeenCohort(db, scope, { id: cohortId, now: clock.now() });
  const mail = await findCohortMail(db, cohortMailId);
  const isTheirs = mail?.cohortId === cohortId && (mail.sentAt !== null || mail.staffId === by.staffId);
  const hasRecipients = isTheirs && (await listMailRecipients(db, scope, [mail.id])).length > 0;
  if (!isTheirs || !hasRecipients) throw new Refusal('not-found');
  return mail;
}

async function presentOne(db: Database, scope: CohortScope, id: string): Promise<CohortMail> {
  const mail = await findCohortMail(db, id);
  if (!mail) throw new Refusal('not-found');
  return (await present(db, scope, [mail]))[0]!;
}

async function present(db: Database, scope: CohortScope, mails: readonly StoredCohortMail[]): Promise<CohortMail[]> {
  const found = await listMailRecipients(
    db,
    scope,
    mails.map(({ id }) => id),
  );
  return mails.map(({ id, subject, body, actor, sentAt }) => {
    const recipients = found.filter(({ mailId }) => mailId === id);
    return {
      id,
      subject,
      text: body,
      actor,
      sentAt: sentAt?.toISOString() ?? null,
      partners: [...new Set(recipients.map(({ partner }) => partner))],
      recipients: recipients.map(presentRecipient),
    };
  });
}

const presentRecipient = ({ mailId: _mailId, sentAt, ...recipient }: StoredRecipient) => ({
  ...recipient,
  sentAt: sentAt?.toISOString() ?? null,
});

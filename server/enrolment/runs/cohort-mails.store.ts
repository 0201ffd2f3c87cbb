import { sql } from 'kysely';
import type { StudentFields } from '../../../contract/student-fields.ts';
import type { PartnerCode } from '../../../shared/partners.ts';
import type { Database, Transaction } from '../../platform/database/database.ts';
import type { Condition } from '../../platform/lists/conditions.ts';
import { mailStates } from '../../platform/mail-state.ts';
import { nameOf } from '../students.ts';
import { ordersInScope, type CohortScope } from '../catalogue/cohort-scope.ts';

/** A student with a paid seat in a cohort. */
export interface Seated {
  orderId: string;
  reference: string;
  memberId: string;
  /** The name, else the address. */
  student: string;
  partner: PartnerCode;
  email: string;
  isProved: boolean;
}

interface StoredPerson {
  email: string | null;
  fields: StudentFields | null;
}
const named = <Row extends StoredPerson>({ fields, ...row }: Row) => ({
  ...row,
  student: nameOf(fields ?? {}) || (row.email ?? ''),
});

/** Students of a cohort, of the partners in scope, whose account is there. */
export async function listSeatedStudents(db: Database, scope: CohortScope, cohortId: string): Promise<Seated[]> {
  const { rows } = await sql<Omit<Seated, 'student'> & { fields: StudentFields }>`
    select o.id as "orderId", o.reference, o.member_id as "memberId", o.partner, m.email, m.verified as "isProved",
      m.custom_fields as fields
    from seat_claim s join enrolment_order o on o.id = s.order_id join member m on m.id = o.member_id
    where s.cohort_id = ${cohortId} and s.state = 'consumed' and o.state = 'paid' and ${ordersInScope(scope)}
    order by m.email`.execute(db);
  return rows.map(named);
}

/** A mail of staff to students of a cohort, as stored. */
export interface StoredCohortMail {
  id: string;
  cohortId: string;
  staffId: string;
  actor: string;
  subject: string;
  body: string;
  orderIds: string[];
  createdAt: Date;
  sentAt: Date | null;
}

const columns = sql`id, cohort_id as "cohortId", staff_id as "staffId", actor, subject, body, order_ids as "orderIds",
  created_at as "createdAt", sent_at as "sentAt"`;

/** Inserts a draft. */
export async function insertCohortMail(
  tx: Transaction,
  mail: Omit<StoredCohortMail, 'createdAt' | 'sentAt'>,
): Promise<void> {
  await sql`
    insert into cohort_mail (id, cohort_id, staff_id, actor, subject, body, order_ids)
    values (${mail.id}, ${mail.cohortId}, ${mail.staffId}, ${mail.actor}, ${mail.subject}, ${mail.body},
      ${mail.orderIds}::text[])`.execute(tx);
}

/** One mail by its id. */
export async function findCohortMail(db: Database, id: string): Promise<StoredCohortMail | undefined> {
  const { rows } = await sql<StoredCohortMail>`select ${columns} from cohort_mail where id = ${id}`.execute(db);
  return rows[0];
}

/** Locks a mail's row and reads it. */
export async function lockCohortMail(tx: Transaction, id: string): Promise<StoredCohortMail | undefined> {
  await sql`select from cohort_mail where id = ${id} for update`.execute(tx);
  return findCohortMail(tx, id);
}

/** Mails of a cohort that were sent, the newest first. */
export async function listSentMails(db: Database, cohortId: string, most: number): Promise<StoredCohortMail[]> {
  const { rows } = await sql<StoredCohortMail>`
    select ${columns} from cohort_mail where cohort_id = ${cohortId} and sent_at is not null
    order by sent_at desc, id limit ${most}`.execute(db);
  return rows;
}

/** Writes down that a mail leaves, and to whom. */
export async function markCohortMailSent(tx: Transaction, id: string, orderIds: readonly string[]): Promise<void> {
  await sql`update cohort_mail set sent_at = now(), order_ids = ${orderIds}::text[] where id = ${id}`.execute(tx);
}

/** A recipient of a mail to a cohort. */
export interface StoredRecipient {
  mailId: string;
  orderId: string;
  reference: string;
  memberId: string;
  student: string;
  partner: PartnerCode;
  /** When it was handed to the mail server. */
  sentAt: Date | null;
  /** Whether the mail server has refused it for good. */
  isRefused: boolean;
}

/** What the outbox knows a mail to one student by. */
export const outboxKey = (mailId: string, orderId: string): string => `cohort-mail:${mailId}:${orderId}`;
/** `outboxKey` in a statement, of a mail `c`. */
const outboxKeyOf = (orderId: Condition) => sql`'cohort-mail:' || c.id || ':' || ${orderId}`;

/** Takes students for whom the outbox has no mail from the recipients of one that was sent. */
export async function keepQueued(db: Database, id: string): Promise<void> {
  await sql`
    update cohort_mail c set order_ids = array(select chosen.id from unnest(c.order_ids) as chosen (id)
      where exists (select from mail_outbox m where m.dedupe_key = ${outboxKeyOf(sql`chosen.id`)}))
    where c.id = ${id}`.execute(db);
}

/** Recipients of mails, of the partners in scope. The outbox says when each was sent, for as long as it keeps its keys. */
export async function listMailRecipients(
  db: Database,
  scope: CohortScope,
  mailIds: readonly string[],
): Promise<StoredRecipient[]> {
  const { rows } = await sql<Omit<StoredRecipient, 'student'> & StoredPerson>`
    select c.id as "mailId", o.id as "orderId", o.reference, o.member_id as "memberId", o.partner, m.email,
      m.custom_fields as fields, out.sent_at as "sentAt",
      -- One that is not in the outbox yet waits, too.
      coalesce(out.sent_at is null and not out.waits, false) as "isRefused"
    from cohort_mail c cross join unnest(c.order_ids) as chosen (id) join enrolment_order o on o.id = chosen.id
      left join member m on m.id = o.member_id
      left join lateral (select m.sent_at, ${mailStates.waiting} as waits from mail_outbox m
        where m.dedupe_key = ${outboxKeyOf(sql`o.id`)}) out on true
    where c.id = any(${mailIds}::text[]) and ${ordersInScope(scope)}
    order by c.id, o.reference`.execute(db);
  return rows.map((row) => {
    const { email: _email, ...recipient } = named(row);
    return recipient;
  });
}

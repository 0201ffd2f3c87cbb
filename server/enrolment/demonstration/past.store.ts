import { sql } from 'kysely';
import type { Transaction } from '../../platform/database/database.ts';
import { studentDomain } from './intake-plan.ts';

/** When a student of the demonstration did what. */
export interface Past {
  registeredAt: Date;
  /** When they ordered; what stays as it happened is without one. */
  orderedAt: Date | null;
  /** When an advisor answered; null while the request waits. */
  answeredAt: Date | null;
}

/**
 * Moves what the rules have just written about a student of the demonstration into the past. Their mails count as sent
 * then, and nearly all leave the development mailbox, which is for mails that the reader causes.
 */
export async function moveBack(tx: Transaction, student: Student, past: Past): Promise<void> {
  const { orderedAt } = past;
  const updates = [...updatesOfStudent(student, past), ...(orderedAt ? updatesOfOrder(student, orderedAt) : [])];
  // One statement, not a dozen: none of them needs what another writes.
  const named = updates.map((update, at) => sql`${sql.raw(`update_${at}`)} as (${update})`);
  await sql`with ${sql.join(named)} select`.execute(tx);
}

interface Student {
  memberId: string | null;
  email: string;
}

const updatesOfStudent = ({ memberId, email }: Student, { registeredAt, orderedAt, answeredAt }: Past) => [
  sql`update eligibility_check set created_at = ${registeredAt}::timestamptz + interval '20 minutes'
    where member_id = ${memberId}`,
  sql`update enquiry set created_at = ${registeredAt}::timestamptz + interval '1 hour',
    resolved_at = ${answeredAt}::timestamptz where email = ${email}`,
  sql`update mail_outbox set created_at = ${orderedAt ?? registeredAt}::timestamptz,
    sent_at = ${orderedAt ?? registeredAt}::timestamptz + interval '1 minute' where recipient = ${email}`,
  // Of all of them: one that was on its way to the mailbox arrives after its student was made.
  sql`delete from development_mail where recipient like ${`%@${studentDomain}`}`,
];

function updatesOfOrder({ memberId }: Student, orderedAt: Date) {
  const after = (interval: string) => sql`${orderedAt}::timestamptz + ${interval}::interval`;
  const payments = sql`select p.id from payment p join enrolment_order o on o.id = p.order_id
    where o.member_id = ${memberId}`;
  // The card sandbox, too: a day's comparison with it would show a year of money on the day of the start.
  const provider = sql`select p.provider_payment_id from payment p where p.id in (${payments})`;
  const movedAtSandbox = (kinds: string[], interval: string) => sql`update card_sandbox_object
    set data = jsonb_set(data, '{created}', to_jsonb(floor(extract(epoch from ${after(interval)}))))
    where kind = any(${kinds}::text[]) and (id in (${provider}) or data ->> 'payment_intent' in (${provider}))`;
  return [
    sql`update enrolment_order set created_at = ${orderedAt}, acknowledged_at = ${orderedAt},
      session_expires_at = ${after('30 minutes')}, updated_at = ${after('4 minutes')},
      paid_at = case when paid_at is null then null else ${after('4 minutes')} end where member_id = ${memberId}`,
    sql`update seat_claim set created_at = ${orderedAt} where member_id = ${memberId}`,
    sql`update payment set received_at = ${after('4 minutes')} where id in (${payments})`,
    sql`update refund set created_at = ${after('3 days')}, updated_at = ${after('4 days')}
      where payment_id in (${payments})`,
    sql`update refund_settlement set settled_at = ${after('4 days')}
      where refund_id in (select id from refund where payment_id in (${payments}))`,
    movedAtSandbox(['payment_intent', 'charge'], '4 minutes'),
    movedAtSandbox(['refund'], '3 days'),
  ];
}

import { sql } from 'kysely';
import type { PartnerCode } from '../../../../shared/partners.ts';
import type { ConsultationSlot, ConsultationTopic } from '../../../../shared/request-choices.ts';
import type { Database, Transaction } from '../../../platform/database/database.ts';
import type { DeskScope } from './desk.store.ts';
import { ofPartners } from './requests-source.store.ts';

/** The time that a consultation has, or had. */
export interface Meeting {
  startsAt: Date;
  /** SEQUENCE of the calendar entry (RFC 5545). */
  sequence: number;
  /** Who has the entry beside the student. */
  advisorEmail: string;
  cancelledAt: Date | null;
}

const columns = sql`starts_at as "startsAt", sequence, advisor_email as "advisorEmail", cancelled_at as "cancelledAt"`;

export async function findMeeting(db: Database, requestId: string): Promise<Meeting | undefined> {
  const { rows } = await sql<Meeting>`
    select ${columns} from consultation where enquiry_id = ${requestId}`.execute(db);
  return rows[0];
}

/** Gives a consultation a time under the next sequence. */
export async function upsertMeeting(
  tx: Transaction,
  {
    requestId,
    partner,
    startsAt,
    advisorEmail,
  }: { requestId: string; partner: string; startsAt: Date; advisorEmail: string },
): Promise<Meeting> {
  const { rows } = await sql<Meeting>`
    insert into consultation (enquiry_id, partner, starts_at, advisor_email)
    values (${requestId}, ${partner}, ${startsAt}, ${advisorEmail})
    on conflict (enquiry_id) do update set starts_at = excluded.starts_at, advisor_email = excluded.advisor_email,
      sequence = consultation.sequence + 1, cancelled_at = null
    returning ${columns}`.execute(tx);
  return rows[0]!;
}

/** Gives the time of a consultation to another advisor, under the next sequence. */
export async function giveStored(tx: Transaction, requestId: string, advisorEmail: string): Promise<Meeting> {
  const { rows } = await sql<Meeting>`
    update consultation set advisor_email = ${advisorEmail}, sequence = sequence + 1 where enquiry_id = ${requestId}
    returning ${columns}`.execute(tx);
  return rows[0]!;
}

export async function cancelStored(tx: Transaction, requestId: string): Promise<Meeting> {
  const { rows } = await sql<Meeting>`
    update consultation set cancelled_at = now(), sequence = sequence + 1 where enquiry_id = ${requestId}
    returning ${columns}`.execute(tx);
  return rows[0]!;
}

/** A consultation on the calendar. */
export interface StoredConsultation {
  id: string;
  reference: string;
  name: string;
  partner: PartnerCode;
  topic: ConsultationTopic;
  /** `2027-03-01` */
  date: string;
  slot: ConsultationSlot;
  assigned: string | null;
  /** null for one that has no time yet. */
  startsAt: Date | null;
}

/** Days as they are asked for, both included. */
export interface CalendarSpan {
  from: string;
  until: string;
  partner: string | undefined;
}

/** Consultations with a time in a span, and open ones without that were asked for on its days; in the order of days. */
export async function selectConsultations(
  db: Database,
  scope: DeskScope,
  { from, until, partner }: CalendarSpan,
  most: number,
): Promise<StoredConsultation[]> {
  const shown = sql`e.id, e.reference, e.name, e.partner, e.details ->> 'topic' as topic, e.details ->> 'date' as date,
    e.details ->> 'slot' as slot, e.assigned_name as assigned`;
  const within = sql`${ofPartners(scope)} and ${partner === undefined ? sql`true` : sql`e.partner = ${partner}`}`;
  const { rows } = await sql<StoredConsultation & { byDay: string }>`
    select ${shown}, c.starts_at as "startsAt", to_char(c.starts_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI') as "byDay"
    from consultation c join enquiry e on e.id = c.enquiry_id
    where c.starts_at >= ${from}::date and c.starts_at < ${until}::date + 1 and c.cancelled_at is null and ${within}
    union all
    select ${shown}, null, e.details ->> 'date' from enquiry e
    where e.resolved_at is null and e.kind = 'consultation' and e.details ->> 'date' between ${from} and ${until}
      and not exists (select from consultation c where c.enquiry_id = e.id and c.cancelled_at is null) and ${within}
    order by "byDay", id limit ${most}`.execute(db);
  return rows.map(({ byDay: _byDay, ...row }) => row);
}

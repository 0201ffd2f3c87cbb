import { sql } from 'kysely';
import type { EntryKind, RequestStatus } from '../../../../contract/console/requests-schemas.ts';
import type { StaffScope } from '../../../../contract/permissions.ts';
import type { PartnerCode } from '../../../../shared/partners.ts';
import { isUniqueViolation, type Database, type Transaction } from '../../../platform/database/database.ts';
import { enrolmentSite } from '../../enrolment-site.ts';
import { areOfPartners } from '../../partner-members.ts';
import type { Enquiry } from '../enquiries.store.ts';
import { ofPartners } from './requests-source.store.ts';

/** The partners whose requests a person sees. */
export type DeskScope = Pick<StaffScope, 'partners'>;

/** A request as its page shows it. */
export interface DeskRequest extends Enquiry {
  id: string;
  partner: PartnerCode;
  answeredAt: Date | null;
  assignedTo: string | null;
  assignedName: string | null;
  /** The id of the request that goes on with it. */
  mergedInto: string | null;
  version: number;
}

const columns = sql`e.id, e.reference, e.kind, e.partner, e.member_id as "memberId", e.name, e.email, e.phone, e.details,
  e.times_asked as "timesAsked", e.created_at as "createdAt", e.resolved_at as "resolvedAt",
  e.answered_at as "answeredAt", e.assigned_to as "assignedTo", e.assigned_name as "assignedName",
  e.merged_into as "mergedInto", e.version`;

/** undefined for one that is out of scope as well. */
export async function findRequest(db: Database, scope: DeskScope, id: string): Promise<DeskRequest | undefined> {
  const { rows } = await sql<DeskRequest>`
    select ${columns} from enquiry e where e.id = ${id} and ${ofPartners(scope)}`.execute(db);
  return rows[0];
}

/** The same, locked: several in the order of their ids. */
export async function lockRequests(tx: Transaction, scope: DeskScope, ids: readonly string[]): Promise<DeskRequest[]> {
  const { rows } = await sql<DeskRequest>`
    select ${columns} from enquiry e where e.id = any(${ids}::text[]) and ${ofPartners(scope)}
    order by e.id for update`.execute(tx);
  return rows;
}

/**
 * Requests of a member, locked: their own, and leads under their address once it is proved. A lead into which a question of
 * an unproved account was merged may be another person's, and stays.
 */
export async function lockRequestsOf(tx: Transaction, memberId: string): Promise<DeskRequest[]> {
  const { rows } = await sql<DeskRequest>`
    with asked as (
      select id from enquiry where member_id = ${memberId}
      union all
      select e.id from member m join enquiry e on e.email = m.email and e.member_id is null
        where m.id = ${memberId} and m.site_id = ${enrolmentSite} and m.verified
    )
    select ${columns} from enquiry e where e.id in (select id from asked) order by e.id for update`.execute(tx);
  return rows;
}

/** Deletes requests with their threads, times and drafts. */
export async function deleteRequests(tx: Transaction, ids: readonly string[]): Promise<void> {
  await sql`delete from enquiry where id = any(${ids}::text[])`.execute(tx);
}

/** An open request by its reference, locked. */
export async function lockOpenByReference(tx: Transaction, reference: string): Promise<DeskRequest | undefined> {
  const { rows } = await sql<DeskRequest>`
    select ${columns} from enquiry e where e.reference = ${reference} and e.resolved_at is null for update`.execute(tx);
  return rows[0];
}

/**
 * Resolves an answered request that is asked for once more, word for word. A consultation that has a time is none of these:
 * what was asked for has been given.
 */
export async function resolveAnswered(
  tx: Transaction,
  digest: Buffer,
): Promise<{ id: string; reference: string } | undefined> {
  const { rows } = await sql<{ id: string; reference: string }>`
    update enquiry set resolved_at = now(), version = version + 1
    where digest = ${digest} and resolved_at is null and answered_at is not null
      and not exists (select from consultation c where c.enquiry_id = enquiry.id and c.cancelled_at is null)
    returning id, reference`.execute(tx);
  return rows[0];
}

/** What may change of a request. */
export interface RequestChange {
  status?: RequestStatus;
  /** null takes it from who has it. */
  assigned?: { id: string; name: string } | null;
  mergedInto?: string;
  /** When it was asked first, of it and what is merged into it. */
  askedFirst?: Date;
}

/** @returns its new version; undefined where an equal request is open, so that it cannot be opened again */
export async function updateRequest(
  tx: Transaction,
  id: string,
  { status, assigned, mergedInto, askedFirst }: RequestChange,
): Promise<number | undefined> {
  const sets = [
    sql`version = version + 1`,
    ...(status === undefined
      ? []
      : [
          status === 'resolved' ? sql`resolved_at = coalesce(resolved_at, now())` : sql`resolved_at = null`,
          ...(status === 'waiting' ? [sql`answered_at = null`] : []),
          ...(status === 'answered' ? [sql`answered_at = coalesce(answered_at, now())`] : []),
        ]),
    ...(assigned === undefined
      ? []
      : [sql`assigned_to = ${assigned?.id ?? null}, assigned_name = ${assigned?.name ?? null}`]),
    ...(mergedInto === undefined ? [] : [sql`merged_into = ${mergedInto}`]),
    ...(askedFirst === undefined ? [] : [sql`created_at = ${askedFirst}`]),
  ];
  try {
    const { rows } = await sql<{ version: number }>`
      update enquiry set ${sql.join(sets)} where id = ${id} returning version`.execute(tx);
    return rows[0]!.version;
  } catch (error) {
    if (isUniqueViolation(error, 'enquiry_open')) return undefined;
    throw error;
  }
}

/** Something that happened to a request. */
export interface DeskEntry {
  id: string;
  kind: EntryKind;
  version: number;
  staffId: string | null;
  actor: string;
  subject?: string | undefined;
  body?: string | undefined;
  /** Of one press. */
  key?: string | undefined;
}

export async function insertEntry(tx: Transaction, requestId: string, entry: DeskEntry): Promise<void> {
  const { id, kind, version, staffId, actor, subject = '', body = '', key = null } = entry;
  await sql`
    insert into enquiry_entry (id, enquiry_id, kind, version, staff_id, actor, subject, body, request_key)
    values (${id}, ${requestId}, ${kind}, ${version}, ${staffId}, ${actor}, ${subject}, ${body}, ${key})`.execute(tx);
}

/** Whether what a press causes has happened. */
export async function hasHappened(tx: Transaction, key: string): Promise<boolean> {
  const { rows } = await sql`select from enquiry_entry where request_key = ${key}`.execute(tx);
  return rows.length > 0;
}

/** A stored entry. */
export interface StoredEntry {
  id: string;
  kind: EntryKind;
  actor: string;
  subject: string;
  body: string;
  at: Date;
}

/** What happened to a request, in its order. @param after a version, to read what came after it alone */
export async function selectEntries(db: Database, requestId: string, after = 0): Promise<StoredEntry[]> {
  const { rows } = await sql<StoredEntry>`
    select id, kind, actor, subject, body, created_at as at from enquiry_entry
    where enquiry_id = ${requestId} and version > ${after} order by created_at, id`.execute(db);
  return rows;
}

/** Gives the thread of a request to another one, and what was merged into it. @param version that the other one has by it */
export async function moveThread(tx: Transaction, from: string, into: string, version: number): Promise<void> {
  await sql`update enquiry_entry set enquiry_id = ${into}, version = ${version} where enquiry_id = ${from}`.execute(tx);
}

/** Requests that were merged into this one, in the order they were asked; they name it in the thread. */
export async function selectMerged(db: Database, requestId: string): Promise<DeskRequest[]> {
  const { rows } = await sql<DeskRequest>`
    select ${columns} from enquiry e where e.id in (
      select n.body from enquiry_entry n where n.enquiry_id = ${requestId} and n.kind in ('merged', 'asked-again'))
    order by e.created_at`.execute(db);
  return rows;
}

/** Other open requests of the same person at the same partner. */
export async function selectOthers(db: Database, request: DeskRequest): Promise<DeskRequest[]> {
  const { rows } = await sql<DeskRequest>`
    select ${columns} from enquiry e
    where e.resolved_at is null and e.partner = ${request.partner} and e.id <> ${request.id}
      and (lower(e.email) = lower(${request.email}) or e.member_id = ${request.memberId})
    order by e.created_at limit 20`.execute(db);
  return rows;
}

/** The account of the portal that has proved an address and is in scope. */
export async function findProvedAccount(db: Database, { partners }: DeskScope, email: string): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    select m.id from member m where m.site_id = ${enrolmentSite} and m.email = ${email} and m.verified
      and ${partners === 'all' ? sql`true` : areOfPartners(sql`m.id`, partners)}`.execute(db);
  return rows[0]?.id ?? null;
}

/** What a person has begun to write. */
export interface Draft {
  subject: string;
  text: string;
}

export async function findDraft(db: Database, requestId: string, staffId: string): Promise<Draft | null> {
  const { rows } = await sql<Draft>`
    select subject, body as text from reply_draft where enquiry_id = ${requestId} and staff_id = ${staffId}`.execute(
    db,
  );
  return rows[0] ?? null;
}

export async function upsertDraft(
  tx: Transaction,
  { requestId, staffId, subject, text }: Draft & { requestId: string; staffId: string },
): Promise<void> {
  await sql`
    insert into reply_draft (enquiry_id, staff_id, subject, body) values (${requestId}, ${staffId}, ${subject}, ${text})
    on conflict (enquiry_id, staff_id) do update set subject = excluded.subject, body = excluded.body`.execute(tx);
}

export async function deleteDraft(tx: Transaction, requestId: string, staffId: string): Promise<void> {
  await sql`delete from reply_draft where enquiry_id = ${requestId} and staff_id = ${staffId}`.execute(tx);
}

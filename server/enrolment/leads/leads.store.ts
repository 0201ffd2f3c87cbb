import { sql } from 'kysely';
import type { CourseCode } from '../../../shared/courses.ts';
import type { PartnerCode } from '../../../shared/partners.ts';
import type { Database, Transaction } from '../../platform/database/database.ts';

type Tables = {
  lead: {
    id: string;
    proof_hash: Buffer;
    partner: PartnerCode;
    course: CourseCode;
    first_name: string;
    last_name: string;
    phone: string;
    email: string;
    settled_at: Date | null;
    member_id: string | null;
    expires_at: Date;
  };
  lead_link: {
    token_hash: Buffer;
    member_id: string;
    email: string;
    partner: PartnerCode;
    course: CourseCode;
    expires_at: Date;
  };
};

/** One visit that sent the form. */
export interface Lead {
  id: string;
  partner: PartnerCode;
  course: CourseCode;
  firstName: string;
  lastName: string;
  phone: string;
  email: string;
}

/** A stored lead. */
export interface LeadRecord extends Lead {
  isSettled: boolean;
  /** The member created for it, if any. */
  memberId: string | null;
}

/** @param minutes lifetime of the proof */
export async function insertLead(tx: Transaction, lead: Lead & { proofHash: Buffer }, minutes: number): Promise<void> {
  await tx
    .withTables<Tables>()
    .insertInto('lead')
    .values({
      id: lead.id,
      proof_hash: lead.proofHash,
      partner: lead.partner,
      course: lead.course,
      first_name: lead.firstName,
      last_name: lead.lastName,
      phone: lead.phone,
      email: lead.email,
      expires_at: sql<Date>`now() + make_interval(mins => ${minutes})`,
    })
    .execute();
}

const selectLead = (db: Database) =>
  db
    .withTables<Tables>()
    .selectFrom('lead')
    .select(['id', 'partner', 'course', 'first_name as firstName', 'last_name as lastName', 'phone', 'email'])
    .select(['member_id as memberId', sql<boolean>`settled_at is not null`.as('isSettled')]);

/** The lead whose unexpired proof has this hash. */
export const findByProof = (db: Database, proofHash: Buffer): Promise<LeadRecord | undefined> =>
  selectLead(db)
    .where('proof_hash', '=', proofHash)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst();

/** Whether a lead exists and is not settled yet; reads without a lock. */
export const isUnsettled = async (db: Database, id: string): Promise<boolean> =>
  (await selectLead(db).where('id', '=', id).executeTakeFirst())?.isSettled === false;

/** Locks a lead that is not settled yet, so that concurrent transactions settle it once. */
export const lockUnsettled = (tx: Transaction, id: string): Promise<LeadRecord | undefined> =>
  selectLead(tx).where('id', '=', id).where('settled_at', 'is', null).forUpdate().executeTakeFirst();

/** Marks a lead as settled. @param memberId the member created for it, if any */
export async function settle(tx: Transaction, id: string, memberId: string | null): Promise<void> {
  await tx
    .withTables<Tables>()
    .updateTable('lead')
    .set({ settled_at: sql<Date>`now()`, member_id: memberId })
    .where('id', '=', id)
    .execute();
}

/** A one-time link of a lead's mail. */
export interface LeadLinkRecord {
  memberId: string;
  email: string;
  partner: PartnerCode;
  course: CourseCode;
}

/** @param hours lifetime of the link */
export async function insertLink(
  tx: Transaction,
  link: LeadLinkRecord & { tokenHash: Buffer },
  hours: number,
): Promise<void> {
  await tx
    .withTables<Tables>()
    .insertInto('lead_link')
    .values({
      token_hash: link.tokenHash,
      member_id: link.memberId,
      email: link.email,
      partner: link.partner,
      course: link.course,
      expires_at: sql<Date>`now() + make_interval(hours => ${hours})`,
    })
    .execute();
}

/** The unexpired link with this hash. */
export const findLink = (db: Database, tokenHash: Buffer): Promise<LeadLinkRecord | undefined> =>
  db
    .withTables<Tables>()
    .selectFrom('lead_link')
    .select(['member_id as memberId', 'email', 'partner', 'course'])
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst();

/** Consumes a link and all other links of its member. @returns false if a concurrent use was first */
export async function takeLink(tx: Transaction, tokenHash: Buffer, memberId: string): Promise<boolean> {
  const tables = tx.withTables<Tables>();
  const { numDeletedRows } = await tables
    .deleteFrom('lead_link')
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst();
  await tables.deleteFrom('lead_link').where('member_id', '=', memberId).execute();
  return numDeletedRows > 0n;
}

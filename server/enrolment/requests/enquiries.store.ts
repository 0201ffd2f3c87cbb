import { sql, type Generated } from 'kysely';
import type { PartnerCode } from '../../../shared/partners.ts';
import type { Database, Transaction } from '../../platform/database/database.ts';

/** The kind of an enquiry. */
export type EnquiryKind = 'lead' | 'consultation' | 'support';

type Tables = {
  enquiry: {
    id: string;
    reference: string;
    kind: EnquiryKind;
    partner: PartnerCode;
    member_id: string | null;
    name: string;
    email: string;
    phone: string;
    details: Record<string, string>;
    digest: Buffer;
    times_asked: Generated<number>;
    created_at: Generated<Date>;
    resolved_at: Generated<Date | null>;
  };
};

/** An enquiry to a partner's advisors. */
export interface NewEnquiry {
  kind: EnquiryKind;
  partner: PartnerCode;
  /** The member who sent it; null for a lead. */
  memberId: string | null;
  name: string;
  email: string;
  phone: string;
  /** Content by kind: a lead's course; a consultation's date, topic and slot; a support request's message. */
  details: Record<string, string>;
}

/** A stored enquiry. */
export interface Enquiry extends NewEnquiry {
  reference: string;
  timesAsked: number;
  createdAt: Date;
  resolvedAt: Date | null;
}

/** Inserts an enquiry, or increments the count of an equal open one (idempotent for a double click). */
export async function upsertEnquiry(
  tx: Transaction,
  enquiry: NewEnquiry & { id: string; reference: string; digest: Buffer },
): Promise<{ reference: string; timesAsked: number }> {
  const { details, memberId, ...columns } = enquiry;
  return tx
    .withTables<Tables>()
    .insertInto('enquiry')
    .values({ ...columns, member_id: memberId, details: sql`${JSON.stringify(details)}::jsonb` })
    .onConflict((conflict) =>
      conflict
        .column('digest')
        .where('resolved_at', 'is', null)
        .doUpdateSet({ times_asked: sql`enquiry.times_asked + 1` }),
    )
    .returning(['reference', 'times_asked as timesAsked'])
    .executeTakeFirstOrThrow();
}

/** Open enquiries, or resolved ones too; oldest first. */
export const selectEnquiries = (
  db: Database,
  { kind, withResolved }: { kind: EnquiryKind | undefined; withResolved: boolean },
): Promise<Enquiry[]> =>
  db
    .withTables<Tables>()
    .selectFrom('enquiry')
    .select(['reference', 'kind', 'partner', 'member_id as memberId', 'name', 'email', 'phone', 'details'])
    .select(['times_asked as timesAsked', 'created_at as createdAt', 'resolved_at as resolvedAt'])
    .$if(kind !== undefined, (query) => query.where('kind', '=', kind!))
    .$if(!withResolved, (query) => query.where('resolved_at', 'is', null))
    .orderBy('created_at')
    .orderBy('reference')
    .execute();

import { sql, type Generated } from 'kysely';
import type { PartnerCode } from '../../../shared/partners.ts';
import type { Database, Transaction } from '../../platform/database/database.ts';

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

/** What waits for a partner's advisors. */
export interface NewEnquiry {
  kind: EnquiryKind;
  partner: PartnerCode;
  /** Who asked; none for a lead. */
  memberId: string | null;
  name: string;
  email: string;
  phone: string;
  /** What it is about, by kind: course; date, topic and slot; message. */
  details: Record<string, string>;
}

export interface Enquiry extends NewEnquiry {
  reference: string;
  timesAsked: number;
  createdAt: Date;
  resolvedAt: Date | null;
}

/** Keeps an enquiry, or counts it once more where an equal one is open. */
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

/** What waits, or what was done too; the oldest first. */
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

/** @returns false when there is none open with this reference */
export async function markResolved(db: Database, reference: string): Promise<boolean> {
  const resolved = await db
    .withTables<Tables>()
    .updateTable('enquiry')
    .set({ resolved_at: sql<Date>`now()` })
    .where('reference', '=', reference)
    .where('resolved_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return resolved !== undefined;
}

/** Personal data goes once nobody needs it. @param days since it was asked */
export async function deleteOldEnquiries(db: Database, days: number): Promise<void> {
  await db
    .withTables<Tables>()
    .deleteFrom('enquiry')
    .where('created_at', '<', sql<Date>`now() - make_interval(days => ${days})`)
    .execute();
}

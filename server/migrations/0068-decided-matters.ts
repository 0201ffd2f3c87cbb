import { sql, type Kysely } from 'kysely';

/**
 * What became of a matter: who decided it, how and why. Null for one that is open, and for one resolved before this.
 * The staff's id stands without a reference: it is kept after the person was removed, as in the audit trail.
 */
export const decidedMatters = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`
      alter table review_item add column resolved_by text, add column resolved_by_staff text,
        add column resolution text, add column resolution_reason text`.execute(db);
  },
};

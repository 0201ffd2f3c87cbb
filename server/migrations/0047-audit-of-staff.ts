import { sql, type Kysely } from 'kysely';

/**
 * The audit trail tells of staff, too: which person acted and for what reason, about which partner, and acts that belong
 * to no site, such as an invitation. What the product's account may do with it stays: select and insert.
 */
export const auditOfStaff = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`
      alter table audit_entry
        alter column site_id drop not null,
        add column partner text,
        -- Without a reference: an entry outlives the person.
        add column staff_id text,
        add column reason text`.execute(db);
  },
};

import { sql, type Kysely } from 'kysely';

/**
 * A mail names its site and partner, so that staff find those of their scope. Without references: it is kept when they go,
 * and mails to staff belong to neither.
 */
export const mailsOfSites = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`alter table mail_outbox add column site_id text, add column partner text`.execute(db);
  },
};

import { sql, type Kysely } from 'kysely';

/** The latest attempt at an endpoint, shown beside its state. */
export const lastAttempt = {
  async up(db: Kysely<unknown>): Promise<void> {
    // Null before the first one: `{at, status, ms, answer}`, as in site_event_delivery.attempts.
    await sql`alter table site_event_endpoint add column last_attempt jsonb`.execute(db);
  },
};

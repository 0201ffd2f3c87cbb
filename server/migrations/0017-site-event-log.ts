import { sql, type Kysely } from 'kysely';

/** Payloads of site events are erased before their log entries; indexes for the log. */
export const siteEventLog = {
  async up(db: Kysely<unknown>): Promise<void> {
    // Null once its retention has ended.
    await sql`alter table site_event_delivery alter column payload drop not null`.execute(db);
    await sql`
      create index site_event_delivery_of_member on site_event_delivery (site_id, (payload ->> 'id'))
      where payload is not null`.execute(db);
    await sql`
      create index site_event_delivery_told on site_event_delivery (created_at)
      where state = 'delivered' and payload is not null`.execute(db);
    await sql`
      create index site_event_delivery_by_state on site_event_delivery (site_id, state, created_at desc, id desc)`.execute(
      db,
    );
  },
};

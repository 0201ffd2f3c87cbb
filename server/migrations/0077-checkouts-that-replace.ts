import { sql, type Kysely } from 'kysely';

/** Whether a checkout replaces the member's other subscriptions once it is paid, as `data-ms-price:update` asks. */
export const checkoutsThatReplace = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`alter table plan_checkout add column replaces_subscriptions boolean not null default false`.execute(db);
  },
};

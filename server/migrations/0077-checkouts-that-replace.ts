import { sql, type Kysely } from 'kysely';

/**
 * Whether a checkout replaces the member's other subscriptions once it is paid, as `data-ms-price:update` asks, and the
 * checkout of the subscription whose price it changes.
 */
export const checkoutsThatReplace = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`
      alter table plan_checkout
        add column replaces_subscriptions boolean not null default false,
        add column changes_checkout_id text`.execute(db);
  },
};

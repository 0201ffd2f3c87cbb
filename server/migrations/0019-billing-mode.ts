import { sql, type Kysely } from 'kysely';

/** Live and test mode of payments, counted coupons, and free plans pending address verification. */
export const billingMode = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

const statements = [
  // Live mode: real money.
  `alter table plan_checkout add column live boolean not null default false`,
  // Backfill from the card provider's session ids, which contain the mode.
  `update plan_checkout set live = true where session_id like 'cs_live_%'`,
  `alter table plan_checkout alter column live drop default`,
  // The site's id of the checkout's coupon.
  `alter table plan_checkout add column coupon_id text`,
  `create index plan_checkout_coupon on plan_checkout (site_id, coupon_id) where coupon_id is not null`,
  // Explicit defaults for existing coupons.
  `update site set settings = jsonb_set(settings, '{coupons}', (
    select jsonb_agg('{"perMember": 1, "maxRedemptions": null, "until": null}'::jsonb || coupon)
    from jsonb_array_elements(settings -> 'coupons') as coupon))
   where jsonb_array_length(settings -> 'coupons') > 0`,
  // Mode of the customer id: the card provider has separate customers for live and test mode.
  `alter table member add column card_customer_live boolean`,
  `update member set card_customer_live = exists (
    select from plan_checkout where member_id = member.id and live) where card_customer_id is not null`,
  // Free plans requested at sign-up that need a proved address.
  `alter table member add column wished_plans text[] not null default '{}'`,
];

import { sql, type Kysely } from 'kysely';

/** Test cards and real money told apart, coupons counted, and free plans that wait for an address to be proved. */
export const billingMode = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

const statements = [
  // Whether real money moves.
  `alter table plan_checkout add column live boolean not null default false`,
  // The card provider's own ids say so of those that are there already.
  `update plan_checkout set live = true where session_id like 'cs_live_%'`,
  `alter table plan_checkout alter column live drop default`,
  // The site's id of the coupon it was begun with.
  `alter table plan_checkout add column coupon_id text`,
  `create index plan_checkout_coupon on plan_checkout (site_id, coupon_id) where coupon_id is not null`,
  // What holds where nothing is said, for the coupons that are there already.
  `update site set settings = jsonb_set(settings, '{coupons}', (
    select jsonb_agg('{"perMember": 1, "maxRedemptions": null, "until": null}'::jsonb || coupon)
    from jsonb_array_elements(settings -> 'coupons') as coupon))
   where jsonb_array_length(settings -> 'coupons') > 0`,
  // Whether the card provider knows the customer for real money; it has other ones for test cards.
  `alter table member add column card_customer_live boolean`,
  `update member set card_customer_live = exists (
    select from plan_checkout where member_id = member.id and live) where card_customer_id is not null`,
  // Free plans a newcomer asked for that are for proved addresses only.
  `alter table member add column wished_plans text[] not null default '{}'`,
];

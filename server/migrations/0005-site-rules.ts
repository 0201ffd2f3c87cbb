import { sql, type Kysely } from 'kysely';

const noPlanRules = {
  restrictToAdmin: false,
  memberLimit: null,
  allowedEmailDomains: [],
  onJoin: { addPlans: [], removePlans: [], removeFreePlans: false, cancelSubscriptions: false },
  team: null,
};
const noPriceRules = { trialDays: null, setupFeeCents: null, seats: null, accessDays: null };

/** What plans and prices ask and bring beside their amount; and a site's secrets, sealed. */
export const siteRules = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const [table, rules] of [
      ['plan', noPlanRules],
      ['price', noPriceRules],
    ] as const)
      await sql`alter table ${sql.table(table)} add column rules jsonb not null default ${sql.lit(JSON.stringify(rules))}`.execute(
        db,
      );
    await sql`
      create table site_secret (
        site_id text not null references site (id) on delete cascade,
        name text not null,
        -- Encrypted under a key that is not in the database.
        sealed bytea not null,
        primary key (site_id, name)
      )`.execute(db);
    // What sites stored before these settings existed is read as if it named them.
    await sql`
      update site set settings = ${sql.lit(JSON.stringify(laterSettings))}::jsonb || settings`.execute(db);
  },
};

const laterSettings = {
  coupons: [],
  captcha: { service: 'altcha', siteKey: null },
  privateSignup: false,
  passwordMinLength: 8,
  memberLimit: null,
  comments: { blockedWords: [] },
};

import * as z from 'zod/mini';
import type { Database } from '../../platform/database/database.ts';
import { RelativePath, SiteSettings } from './site-settings.ts';
import { saveSite } from './sites.store.ts';

const Price = z.object({
  id: z.string().check(z.regex(/^prc_[A-Za-z0-9_]+$/)),
  name: z.string(),
  type: z.enum(['SUBSCRIPTION', 'ONETIME']),
  status: z._default(z.enum(['ACTIVE', 'INACTIVE']), 'ACTIVE'),
  amountCents: z.int().check(z.nonnegative()),
  currency: z.string().check(z.regex(/^[A-Z]{3}$/)),
  intervalType: z._default(z.nullable(z.enum(['YEARLY', 'MONTHLY', 'WEEKLY'])), null),
  intervalCount: z._default(z.nullable(z.int()), null),
  rules: z._default(
    z.object({
      trialDays: z._default(z.nullable(z.int().check(z.positive())), null),
      setupFeeCents: z._default(z.nullable(z.int().check(z.positive())), null),
      seats: z._default(z.nullable(z.int().check(z.positive())), null),
      accessDays: z._default(z.nullable(z.int().check(z.positive())), null),
    }),
    { trialDays: null, setupFeeCents: null, seats: null, accessDays: null },
  ),
});

const nothingElse = { addPlans: [], removePlans: [], removeFreePlans: false, cancelSubscriptions: false };
const PlanRules = z.object({
  restrictToAdmin: z._default(z.boolean(), false),
  memberLimit: z._default(z.nullable(z.int().check(z.positive())), null),
  allowedEmailDomains: z._default(z.array(z.string()), []),
  onJoin: z._default(
    z.object({
      addPlans: z._default(z.array(z.string()), []),
      removePlans: z._default(z.array(z.string()), []),
      removeFreePlans: z._default(z.boolean(), false),
      cancelSubscriptions: z._default(z.boolean(), false),
    }),
    nothingElse,
  ),
  team: z._default(
    z.nullable(
      z.object({
        seats: z.nullable(z.int().check(z.positive())),
        inviteSignupLink: RelativePath,
        upgradeLink: RelativePath,
      }),
    ),
    null,
  ),
});
const noRules = {
  restrictToAdmin: false,
  memberLimit: null,
  allowedEmailDomains: [],
  onJoin: nothingElse,
  team: null,
};

const Plan = z.object({
  id: z.string().check(z.regex(/^pln_[A-Za-z0-9_]+$/)),
  name: z.string(),
  description: z._default(z.nullable(z.string()), null),
  priority: z._default(z.nullable(z.int()), null),
  status: z._default(z.enum(['ACTIVE', 'INACTIVE']), 'ACTIVE'),
  redirects: z._default(
    z.object({
      afterLogin: z.optional(RelativePath),
      afterSignup: z.optional(RelativePath),
      afterLogout: z.optional(RelativePath),
    }),
    {},
  ),
  rules: z._default(PlanRules, noRules),
  prices: z.array(Price),
});

/** A site as the configuration file declares it. */
export const SiteDeclaration = z
  .extend(SiteSettings, {
    id: z.string().check(z.regex(/^app_[A-Za-z0-9_]+$/)),
    publicKey: z.string(),
    name: z.string(),
    mode: z.enum(['live', 'sandbox']),
    plans: z.array(Plan),
  })
  .check(
    z.refine((site) => (site.mode === 'sandbox') === site.publicKey.startsWith('pk_sb_'), {
      error: 'the key of a site in test mode, and only that, begins with pk_sb_',
    }),
  );
export type SiteDeclaration = z.infer<typeof SiteDeclaration>;

/** Brings a declared site into the database. Safe to repeat; nothing is ever removed. */
export const declareSite = (tx: Database, site: SiteDeclaration): Promise<void> => saveSite(tx, site);

import * as z from 'zod/mini';
import { longestTrialDays, mostCents, mostIntervals } from '../../platform/cards/card-bounds.ts';
import { leastCents } from '../../platform/cards/least-amount.ts';
import { Count, Currency, eachHasItsOwn, Name, RelativePath } from '../sites/setting-values.ts';

/** A hundred years: beyond the database's last moment a plan that was paid for could not be given. */
const mostAccessDays = 36_500;

const PriceRules = z.strictObject({
  trialDays: z._default(z.nullable(Count.check(z.maximum(longestTrialDays))), null),
  setupFeeCents: z._default(z.nullable(Count.check(z.maximum(mostCents))), null),
  seats: z._default(z.nullable(Count), null),
  accessDays: z._default(z.nullable(Count.check(z.maximum(mostAccessDays))), null),
});

const intervals = ['YEARLY', 'MONTHLY', 'WEEKLY'] as const;
const onlySubscriptions = 'only a subscription says how often it is paid';

const Price = z
  .strictObject({
    id: z.string().check(z.regex(/^prc_[A-Za-z0-9_-]+$/, 'the id of a price begins with prc_')),
    name: Name,
    type: z.enum(['SUBSCRIPTION', 'ONETIME']),
    status: z._default(z.enum(['ACTIVE', 'INACTIVE']), 'ACTIVE'),
    amountCents: z.int().check(z.maximum(mostCents)),
    currency: Currency,
    intervalType: z._default(z.nullable(z.enum(intervals)), null),
    /** So many of them between two payments; 1 for a subscription unless given. */
    intervalCount: z._default(z.nullable(Count), null),
    rules: z.prefault(PriceRules, {}),
  })
  .check(
    z.overwrite((price) =>
      price.type === 'SUBSCRIPTION' && price.intervalCount === null ? { ...price, intervalCount: 1 } : price,
    ),
    z.refine(({ type, intervalType }) => type === 'ONETIME' || intervalType !== null, {
      path: ['intervalType'],
      error: `a subscription says how often it is paid: ${intervals.join(', ')}`,
    }),
    z.refine(({ type, intervalType }) => type === 'SUBSCRIPTION' || intervalType === null, {
      path: ['intervalType'],
      error: onlySubscriptions,
    }),
    z.refine((price) => price.type === 'SUBSCRIPTION' || price.intervalType !== null || price.intervalCount === null, {
      path: ['intervalCount'],
      error: onlySubscriptions,
    }),
    z.refine(
      ({ intervalType, intervalCount }) =>
        intervalType === null || intervalCount === null || intervalCount <= mostIntervals[intervalType],
      { path: ['intervalCount'], error: 'there are three years between two payments at most' },
    ),
    z.check<{ amountCents: number; currency: string; rules: { setupFeeCents: number | null } }>(({ value, issues }) => {
      const least = leastCents(value.currency);
      const message = `a card pays ${least} cents of ${value.currency} at least`;
      const { setupFeeCents } = value.rules;
      if (value.amountCents < least) issues.push({ code: 'custom', path: ['amountCents'], message, input: value });
      if (setupFeeCents !== null && setupFeeCents < least)
        issues.push({ code: 'custom', path: ['rules', 'setupFeeCents'], message, input: value });
    }),
    z.refine(({ type, rules }) => type === 'SUBSCRIPTION' || rules.trialDays === null, {
      path: ['rules', 'trialDays'],
      error: 'only a subscription begins with a trial',
    }),
    z.refine(({ type, rules }) => type === 'ONETIME' || rules.accessDays === null, {
      path: ['rules', 'accessDays'],
      error: 'a subscription lasts as long as it is paid; only a price paid once has an end',
    }),
  );

const Team = z.strictObject({
  seats: z._default(z.nullable(Count), null),
  inviteSignupLink: RelativePath,
  upgradeLink: RelativePath,
});

const OnJoin = z.strictObject({
  addPlans: z._default(z.array(z.string()), []),
  removePlans: z._default(z.array(z.string()), []),
  removeFreePlans: z._default(z.boolean(), false),
  cancelSubscriptions: z._default(z.boolean(), false),
});

const PlanRules = z.strictObject({
  restrictToAdmin: z._default(z.boolean(), false),
  memberLimit: z._default(z.nullable(Count), null),
  allowedEmailDomains: z._default(
    z.array(z.string().check(z.regex(/^(?:[a-z0-9-]+\.)+[a-z0-9-]{2,}$/, 'a domain is written as example.org'))),
    [],
  ),
  onJoin: z.prefault(OnJoin, {}),
  team: z._default(z.nullable(Team), null),
});

const Redirects = z.strictObject({
  afterLogin: z.optional(RelativePath),
  afterSignup: z.optional(RelativePath),
  afterLogout: z.optional(RelativePath),
});

/** A plan of a site with its prices, admission rules and effects. */
export const PlanDeclaration = z.strictObject({
  id: z.string().check(z.regex(/^pln_[A-Za-z0-9_-]+$/, 'the id of a plan begins with pln_')),
  name: Name,
  description: z._default(z.nullable(z.string()), null),
  priority: z._default(z.nullable(z.int32()), null),
  status: z._default(z.enum(['ACTIVE', 'INACTIVE']), 'ACTIVE'),
  redirects: z.prefault(Redirects, {}),
  rules: z.prefault(PlanRules, {}),
  prices: z._default(z.array(Price).check(eachHasItsOwn('id')), []),
});

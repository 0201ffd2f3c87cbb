import type { App, Plan } from '../../../contract/site.ts';
import type { SiteSettings } from './site-settings.ts';

/** One customer's website with its own members, keys and settings. */
export interface Site extends SiteSettings {
  id: string;
  publicKey: string;
  name: string;
  mode: 'live' | 'sandbox';
  plans: SitePlan[];
}

export type SiteField = SiteSettings['fields'][number];

export interface SitePlan {
  id: string;
  name: string;
  description: string | null;
  /** The smaller, the more it matters where two plans disagree. */
  priority: number | null;
  status: 'ACTIVE' | 'INACTIVE';
  redirects: PlanRedirects;
  /** Empty for a free plan. */
  prices: SitePrice[];
}

export type PlanRedirects = { afterLogin?: string; afterSignup?: string; afterLogout?: string };

export interface SitePrice {
  id: string;
  name: string;
  type: 'SUBSCRIPTION' | 'ONETIME';
  status: 'ACTIVE' | 'INACTIVE';
  amountCents: number;
  currency: string;
  intervalType: string | null;
  intervalCount: number | null;
}

const loopback = /^http:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d{1,5})?$/;

/**
 * Whether pages of this origin may talk to the site. Origins are compared as whole texts: no prefix, no pattern.
 * A site in test mode also takes pages served by the visitor's own machine.
 */
export function acceptsOrigin(site: Site, origin: string, appUrl: string): boolean {
  if (site.origins.includes(origin)) return true;
  if (site.ownPages && origin === appUrl) return true;
  return site.mode === 'sandbox' && loopback.test(origin);
}

export const isFree = (plan: SitePlan): boolean => plan.prices.length === 0;

/** What any visitor may know of a site. */
export function toApp(site: Site): App {
  return {
    id: site.id,
    name: site.name,
    mode: site.mode,
    plans: site.plans.map(toPlan),
    contentGroups: site.contentGroups,
    customFields: site.fields.map((field, index) => ({
      key: field.key,
      label: field.label,
      hidden: field.hidden,
      visibility: field.visibility,
      restrictToAdmin: field.writableBy === 'server',
      order: index,
    })),
    allowMemberSelfDelete: site.allowMemberSelfDelete,
    captchaRequired: site.captchaRequired,
    authProviders: site.authProviders,
    additionalAuthMethods: { passwordless: site.passwordless },
    ssoSignupButtonURL: site.ssoSignupButtonUrl,
    isPaid: site.isPaid,
    branding: site.branding,
    dictionary: site.dictionary,
  };
}

export function toPlan(plan: SitePlan): Plan {
  return {
    id: plan.id,
    name: plan.name,
    description: plan.description,
    priority: plan.priority,
    status: plan.status,
    prices: plan.prices.map((price) => ({
      id: price.id,
      name: price.name,
      type: price.type,
      status: price.status,
      amount: price.amountCents / 100,
      currency: price.currency,
      interval:
        price.intervalType === null && price.intervalCount === null
          ? null
          : { type: price.intervalType, count: price.intervalCount },
    })),
  };
}

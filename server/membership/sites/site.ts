import type { App, Plan } from '../../../contract/site.ts';
import { isHttpOnOwnMachine } from '../../platform/http/own-machine.ts';
import type { MailLook } from './mail-look.ts';
import type { SiteSettings } from './site-settings.ts';

/** One customer's website with its own members, keys and settings. */
export interface Site extends SiteSettings {
  id: string;
  publicKey: string;
  name: string;
  mode: 'live' | 'sandbox';
  plans: SitePlan[];
  /** The mail look of the requesting page, with its path, where it differs from the site's own. */
  mailLook?: MailLook & { path: string };
}

/** A custom field of a site. */
export type SiteField = SiteSettings['fields'][number];

/** A plan of a site. */
export interface SitePlan {
  id: string;
  name: string;
  description: string | null;
  /** Where two plans disagree, the one with the smaller number wins. */
  priority: number | null;
  status: 'ACTIVE' | 'INACTIVE';
  redirects: PlanRedirects;
  rules: PlanRules;
  /** Empty for a free plan. */
  prices: SitePrice[];
}

/** Admission to a plan, its effects on other plans, and its team. */
export interface PlanRules {
  /** Given by the site's server or operator alone; members cannot take or buy it. */
  restrictToAdmin: boolean;
  /** Most members who may have it at once. */
  memberLimit: number | null;
  /** Only members with a proved address of these domains; empty for all. */
  allowedEmailDomains: string[];
  /** Effects on other plans when it is bought or taken. */
  onJoin: { addPlans: string[]; removePlans: string[]; removeFreePlans: boolean; cancelSubscriptions: boolean };
  /** null for a plan of one member. */
  team: PlanTeam | null;
}

/** The team of a plan. */
export interface PlanTeam {
  /** Seats of the whole team, its owner's too; a price may name another number. null for no limit. */
  seats: number | null;
  /** The page of the site an invitation leads to. */
  inviteSignupLink: string;
  /** The page of the site that offers more seats. */
  upgradeLink: string;
}

/** Paths that a plan redirects its members to. */
export type PlanRedirects = { afterLogin?: string; afterSignup?: string; afterLogout?: string };

/** A price of a plan. */
export interface SitePrice {
  id: string;
  name: string;
  type: 'SUBSCRIPTION' | 'ONETIME';
  status: 'ACTIVE' | 'INACTIVE';
  amountCents: number;
  currency: string;
  intervalType: string | null;
  intervalCount: number | null;
  rules: PriceRules;
}

/** Terms of a price besides its amount. */
export interface PriceRules {
  /** Days of the trial at the beginning of a subscription. */
  trialDays: number | null;
  /** Paid once, with the first payment. */
  setupFeeCents: number | null;
  /** Seats of a team that pays this price. */
  seats: number | null;
  /** A plan bought once ends this many days later. */
  accessDays: number | null;
}

/**
 * Whether pages of this origin may call the site. Origins are compared as whole texts: no prefix, no pattern.
 * A site in test mode also takes pages served by the visitor's own machine.
 */
export function acceptsOrigin(site: Site, origin: string, appUrl: string): boolean {
  if (site.origins.includes(origin)) return true;
  if (site.ownPages && origin === appUrl) return true;
  // Development: a page on the builder's own machine. A site with our own pages accepts it only while those are there, too.
  const isTried = site.mode === 'sandbox' && (!site.ownPages || isHttpOnOwnMachine(appUrl));
  return isTried && URL.parse(origin)?.origin === origin && isHttpOnOwnMachine(origin);
}

/** Whether a plan costs nothing. */
export const isFree = (plan: SitePlan): boolean => plan.prices.length === 0;

/** The public facts of a site. */
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
      type: field.type,
      askAtSignup: field.askAtSignup,
      order: index,
    })),
    publicKey: site.publicKey,
    allowMemberSelfDelete: site.allowMemberSelfDelete,
    captchaRequired: site.captchaRequired,
    captcha: { ...site.captcha, challengeUrl: site.captcha.service === 'altcha' ? '/captcha/challenge' : null },
    authProviders: site.authProviders.map(({ provider, name, icon, order }) => ({ provider, name, icon, order })),
    additionalAuthMethods: { passwordless: site.passwordless },
    ssoSignupButtonURL: site.ssoSignupButtonUrl,
    isPaid: site.isPaid,
    branding: site.branding,
    dictionary: site.dictionary,
    ...(site.inspectorIgnores.length > 0 && { inspectorIgnores: site.inspectorIgnores }),
  };
}

/**
 * Adds the site's texts of a page for single sign-on, for clients that ask for them.
 *
 * @param asked the query's value; some clients send the word `undefined` for none
 */
export const withSsoText = (app: App, { ssoText }: Pick<Site, 'ssoText'>, asked: string | undefined): App =>
  asked === undefined || asked === '' || asked === 'undefined' ? app : { ...app, ssoText };

/** A plan on the wire. */
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
      interval: { type: price.intervalType, count: price.intervalCount },
    })),
  };
}

import * as z from 'zod/mini';
import declared from '../../config/sites.json' with { type: 'json' };
import { transaction } from '../platform/database/database.ts';
import { Refusal } from '../platform/refusal.ts';
import { createMember, findCredentials } from './members/members.ts';
import { grantPlanOf } from './plans/plans.ts';
import type { Services } from './services.ts';
import { hashPassword } from '../platform/password-hashing.ts';
import { declareSite, SiteDeclaration } from './sites/site-declaration.ts';
import type { Site } from './sites/site.ts';

const Declarations = z.object({
  sites: z.array(SiteDeclaration),
  demonstrationMembers: z.array(
    z.object({
      siteId: z.string(),
      email: z.string(),
      password: z.string(),
      about: z.string(),
      verified: z.boolean(),
      fields: z.record(z.string(), z.string()),
      plans: z.array(z.string()),
    }),
  ),
});
type DemonstrationMember = z.infer<typeof Declarations>['demonstrationMembers'][number];

export interface SeedOptions {
  /** Makes the demonstration members too. Never in production: their passwords are public. */
  demonstration: boolean;
}

/** @throws ZodError naming what is wrong with the configuration */
export async function seed(services: Services, { demonstration }: SeedOptions): Promise<void> {
  const { sites, demonstrationMembers } = Declarations.parse(declared);
  await transaction(services.db, async (tx) => {
    for (const site of sites) await declareSite(tx, site);
  });
  services.sites.refresh();
  if (!demonstration) return;
  for (const member of demonstrationMembers)
    await makeDemonstrationMember(services, await services.sites.get(member.siteId), member);
}

/** Makes the member once; what became of them since is left alone. */
async function makeDemonstrationMember(services: Services, site: Site, member: DemonstrationMember): Promise<void> {
  const { email, verified, fields } = member;
  if (await findCredentials(services, services.db, { siteId: site.id, email })) return;
  const passwordHash = await hashPassword(member.password);
  try {
    await transaction(services.db, async (tx) => {
      const id = await createMember(services, tx, { site, email, passwordHash, verified, fields, metaData: {} });
      for (const planId of member.plans) await grantPlanOf(site, tx, id, { planId });
    });
  } catch (error) {
    // Another process that starts at the same moment was faster.
    if (!(error instanceof Refusal && error.code === 'email-already-in-use')) throw error;
  }
}

export interface DemonstrationData {
  apps: { appId: string; publicKey: string; origins: string[] }[];
  members: { appId: string; email: string; password: string; about: string }[];
  plans: { appId: string; planId: string; name: string }[];
  prices: { appId: string; planId: string; priceId: string; name: string }[];
  teams: unknown[];
  contentKeys: { appId: string; key: string }[];
  providers: { appId: string; provider: string }[];
}

/** @param appUrl our own origin, which belongs to the sites of our own pages */
export function demonstrationData(appUrl: string): DemonstrationData {
  const { sites, demonstrationMembers } = Declarations.parse(declared);
  return {
    apps: sites.map(({ id, publicKey, origins, ownPages }) => ({
      appId: id,
      publicKey,
      origins: ownPages ? [appUrl, ...origins] : origins,
    })),
    members: demonstrationMembers.map(({ siteId, email, password, about }) => ({
      appId: siteId,
      email,
      password,
      about,
    })),
    plans: sites.flatMap((site) => site.plans.map(({ id, name }) => ({ appId: site.id, planId: id, name }))),
    prices: sites.flatMap((site) =>
      site.plans.flatMap((plan) =>
        plan.prices.map(({ id, name }) => ({ appId: site.id, planId: plan.id, priceId: id, name })),
      ),
    ),
    teams: [],
    contentKeys: sites.flatMap((site) => site.contentGroups.map(({ key }) => ({ appId: site.id, key }))),
    providers: sites.flatMap((site) => site.authProviders.map(({ provider }) => ({ appId: site.id, provider }))),
  };
}

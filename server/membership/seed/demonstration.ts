import { readFileSync } from 'node:fs';
import * as z from 'zod/mini';
import { type Database, type Transaction, transaction } from '../../platform/database/database.ts';
import { hashPassword } from '../../platform/password-hashing.ts';
import { Refusal } from '../../platform/refusal.ts';
import { readYaml } from '../../platform/yaml.ts';
import { listContent } from '../content/content.ts';
import { createMember, findCredentials, toWire } from '../members/members.ts';
import { type PlanGrant, grantPlanOf } from '../plans/grants/grants.ts';
import type { Services } from '../services.ts';
import { readShippedSites } from '../declaration/shipped-sites.ts';
import type { Site } from '../sites/site.ts';
import { getTeam } from '../teams/team-view.ts';
import { joinTeam } from '../teams/teams.ts';
import { listUsable, markDemonstration, voidSeeded } from './demonstration.store.ts';

const DemonstrationMember = z.strictObject({
  siteId: z.string(),
  email: z.string(),
  password: z.string(),
  about: z.string(),
  verified: z._default(z.boolean(), true),
  fields: z._default(z.record(z.string(), z.string()), {}),
  plans: z._default(z.array(z.strictObject({ planId: z.string(), priceId: z.optional(z.string()) })), []),
  /** Where log-in leads this one. */
  loginRedirect: z.optional(z.string()),
  /** The address of somebody before, whose team this one is in. */
  joins: z.optional(z.string()),
});
type DemonstrationMember = z.infer<typeof DemonstrationMember>;

const file = new URL('../../../config/demonstration-members.yaml', import.meta.url);

/** @throws Error naming what is wrong with the configuration */
const readDemonstrationMembers = (): DemonstrationMember[] =>
  z.array(DemonstrationMember).parse(readYaml(readFileSync(file, 'utf8')).value);

/** The member with this address, as the configuration says; undefined where it names none. */
export const findDemonstrationMember = (email: string): DemonstrationMember | undefined =>
  readDemonstrationMembers().find((member) => member.email === email);

/** Makes each member once; what became of them since is left alone. */
export async function makeDemonstrationMembers(services: Services): Promise<void> {
  for (const member of readDemonstrationMembers()) await makeOnce(services, member);
}

async function makeOnce(services: Services, member: DemonstrationMember): Promise<void> {
  const site = await services.sites.get(member.siteId);
  const { email, verified, fields, loginRedirect } = member;
  if (await findCredentials(services, services.db, { siteId: site.id, email })) return;
  const passwordHash = await hashPassword(member.password, { client: site.id, account: email });
  try {
    await transaction(services.db, async (tx) => {
      const memberId = await createMember(services, tx, {
        site,
        email,
        passwordHash,
        verified,
        fields,
        metaData: {},
        loginRedirect,
      });
      await markDemonstration(tx, memberId);
      for (const plan of member.plans) await grantPlanOf(services, tx, { site, memberId, ...grantOf(site, plan) });
      if (member.joins !== undefined) await joinTeamOf(services, tx, { site, memberId, ownerEmail: member.joins });
    });
  } catch (error) {
    // Another process that starts at the same moment was faster.
    if (!(error instanceof Refusal && error.code === 'email-already-in-use')) throw error;
  }
}

/**
 * Makes what was seeded for demonstration unusable, in a database that was first started in development: the passwords
 * stand in the repository. No session of a seeded member begins from then on, by whatever way; a seeded site answers
 * nobody; its secret keys are revoked. Nothing is deleted, and no later start in development revives it.
 */
export async function voidDemonstration({ db, log }: Services): Promise<void> {
  const voided = await transaction(db, voidSeeded);
  if (voided.members + voided.sites + voided.secretKeys > 0)
    log.warn(voided, 'this database was started in development: what was seeded for demonstration is void from now on');
}

/** By the owner's own invitation, as anybody joins. */
async function joinTeamOf(
  services: Services,
  tx: Transaction,
  { site, memberId, ownerEmail }: { site: Site; memberId: string; ownerEmail: string },
): Promise<void> {
  const team = await findTeamOf(services, tx, site, ownerEmail);
  if (team?.inviteToken) await joinTeam(tx, { site, memberId, inviteToken: team.inviteToken });
}

async function findTeamOf(services: Services, db: Database, site: Site, ownerEmail: string) {
  const owner = await findCredentials(services, db, { siteId: site.id, email: ownerEmail });
  const teamId = owner && (await toWire(services, db, owner.id)).teams.ownedTeams[0]?.teamId;
  return teamId === undefined ? undefined : getTeam(services, db, { site, teamId, ownerId: owner!.id });
}

/** A price is granted as if it had just been paid. */
function grantOf(site: Site, { planId, priceId }: DemonstrationMember['plans'][number]): PlanGrant {
  const price = site.plans.flatMap(({ prices }) => prices).find(({ id }) => id === priceId);
  if (!price) return { planId };
  const { id, amountCents, currency } = price;
  return { planId, payment: { priceId: id, amountCents, currency, status: 'paid' } };
}

export interface DemonstrationData {
  apps: { appId: string; publicKey: string; origins: string[] }[];
  members: { appId: string; email: string; password: string; about: string }[];
  plans: { appId: string; planId: string; name: string }[];
  prices: { appId: string; planId: string; priceId: string; name: string }[];
  teams: { appId: string; teamId: string; ownerEmail: string; seats: number | null }[];
  /** Of hosted content, and of groups of pages. */
  contentKeys: { appId: string; key: string }[];
  providers: { appId: string; provider: string }[];
}

/** What scripts may know of the sites that come with the product, as they are at the moment. */
export async function readDemonstrationData(services: Services): Promise<DemonstrationData> {
  const { db, appUrl } = services;
  const sites = await Promise.all(readShippedSites().map(({ declaration }) => services.sites.get(declaration.id)));
  const usable = await listUsable(db);
  const plans = sites.flatMap((site) => site.plans.map((plan) => ({ appId: site.id, plan })));
  const content = await Promise.all(
    sites.map(async ({ id }) => (await listContent(db, id)).map(({ key }) => ({ appId: id, key }))),
  );
  return {
    apps: sites.map(({ id, publicKey, origins, ownPages }) => ({
      appId: id,
      publicKey,
      origins: ownPages ? [appUrl, ...origins] : origins,
    })),
    members: readDemonstrationMembers()
      .filter(({ siteId, email }) => usable.has(`${siteId} ${email}`))
      .map(({ siteId, email, password, about }) => ({ appId: siteId, email, password, about })),
    plans: plans.map(({ appId, plan }) => ({ appId, planId: plan.id, name: plan.name })),
    prices: plans.flatMap(({ appId, plan }) =>
      plan.prices.map(({ id, name }) => ({ appId, planId: plan.id, priceId: id, name })),
    ),
    teams: await listTeams(services),
    contentKeys: [
      ...content.flat(),
      ...sites.flatMap((site) => site.contentGroups.map(({ key }) => ({ appId: site.id, key }))),
    ],
    providers: sites.flatMap((site) => site.authProviders.map(({ provider }) => ({ appId: site.id, provider }))),
  };
}

/** Of the demonstration members alone. */
async function listTeams(services: Services): Promise<DemonstrationData['teams']> {
  const teams: DemonstrationData['teams'] = [];
  for (const { siteId, email } of readDemonstrationMembers()) {
    const team = await findTeamOf(services, services.db, await services.sites.get(siteId), email);
    if (team) teams.push({ appId: siteId, teamId: team.id, ownerEmail: email, seats: team.maxTeamMembers });
  }
  return teams;
}

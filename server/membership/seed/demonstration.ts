import { readFileSync } from 'node:fs';
import * as z from 'zod/mini';
import { type Database, type Transaction, transaction } from '../../platform/database/database.ts';
import { hashPassword } from '../../platform/password-hashing.ts';
import { Refusal } from '../../platform/refusal.ts';
import { readYaml } from '../../platform/yaml.ts';
import { recordAct } from '../audit/audit.ts';
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
  /** Path that log-in redirects to. */
  loginRedirect: z.optional(z.string()),
  /** On whose page the account was made, as if by a sign-up there: that partner's staff find it. */
  partner: z.optional(z.string()),
  /** Address of an earlier entry, whose team this member joins. */
  joins: z.optional(z.string()),
});
type DemonstrationMember = z.infer<typeof DemonstrationMember>;

const file = new URL('../../../config/demonstration-members.yaml', import.meta.url);

/** Reads the configuration's members. @throws WrongYaml, ZodError */
const readDemonstrationMembers = (): DemonstrationMember[] =>
  z.array(DemonstrationMember).parse(readYaml(readFileSync(file, 'utf8')).value);

/** The demonstration member with an address; undefined for an unknown one. */
export const findDemonstrationMember = (email: string): DemonstrationMember | undefined =>
  readDemonstrationMembers().find((member) => member.email === email);

/** Creates each demonstration member that does not exist; existing ones stay as they are. */
export async function makeDemonstrationMembers(services: Services): Promise<void> {
  for (const member of readDemonstrationMembers()) await makeOnce(services, member);
}

/** A member of the demonstration that another domain makes. */
export interface DemonstrationNewcomer {
  siteId: string;
  /** In its canonical form. */
  email: string;
  fields: Record<string, string>;
  /** On whose page they would have signed up. */
  partner: string;
  createdAt: Date;
}

/**
 * Makes a member of the demonstration with a proved address and without a password: the log-in is by a mailed code.
 *
 * @returns its id; undefined where the address is taken
 */
export async function addDemonstrationMember(
  services: Services,
  { siteId, ...newcomer }: DemonstrationNewcomer,
): Promise<string | undefined> {
  const site = await services.sites.get(siteId);
  return ifFree(() =>
    transaction(services.db, async (tx) => {
      const memberId = await createMember(services, tx, {
        site,
        passwordHash: null,
        verified: true,
        metaData: {},
        ...newcomer,
      });
      await markDemonstration(tx, memberId);
      return memberId;
    }),
  );
}

/** @returns what was made; undefined where the address is taken, by another process that starts at the same time say */
async function ifFree<Made>(make: () => Promise<Made>): Promise<Made | undefined> {
  try {
    return await make();
  } catch (error) {
    if (error instanceof Refusal && error.code === 'email-already-in-use') return undefined;
    throw error;
  }
}

async function makeOnce(services: Services, member: DemonstrationMember): Promise<void> {
  const site = await services.sites.get(member.siteId);
  const { email, verified, fields, loginRedirect, partner } = member;
  if (await findCredentials(services, services.db, { siteId: site.id, email })) return;
  const passwordHash = await hashPassword(member.password, { client: site.id, account: email });
  await ifFree(() =>
    transaction(services.db, async (tx) => {
      const memberId = await createMember(services, tx, {
        site,
        email,
        passwordHash,
        verified,
        fields,
        metaData: {},
        loginRedirect,
        partner,
      });
      await markDemonstration(tx, memberId);
      for (const plan of member.plans) await grantPlanOf(services, tx, { site, memberId, ...grantOf(site, plan) });
      if (member.joins !== undefined) await joinTeamOf(services, tx, { site, memberId, ownerEmail: member.joins });
    }),
  );
}

/**
 * Voids everything seeded for demonstration, in a database that was first started in development: the passwords are
 * public. Seeded members cannot log in any more, by any way; seeded sites answer no request; their secret keys are
 * revoked. Nothing is deleted, and no later start in development revives it.
 */
export async function voidDemonstration({ db, log }: Services): Promise<void> {
  const { members, sites, secretKeys } = await transaction(db, async (tx) => {
    const voided = await voidSeeded(tx);
    for (const { id, siteId } of voided.secretKeys)
      await recordAct(tx, { siteId, actor: 'a start in production', action: 'key.revoked', subject: id });
    return voided;
  });
  const counts = { members, sites, secretKeys: secretKeys.length };
  if (members + sites + secretKeys.length > 0)
    log.warn(counts, 'this database was started in development: what was seeded for demonstration is void from now on');
}

/** Joins by the owner's invitation, like any member. */
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

/** A plan with a price is granted as paid. */
function grantOf(site: Site, { planId, priceId }: DemonstrationMember['plans'][number]): PlanGrant {
  const price = site.plans.flatMap(({ prices }) => prices).find(({ id }) => id === priceId);
  if (!price) return { planId };
  const { id, amountCents, currency } = price;
  return { planId, payment: { priceId: id, amountCents, currency, status: 'paid' } };
}

/** Sites and members of the demonstration. */
export interface DemonstrationData {
  apps: { appId: string; publicKey: string; origins: string[] }[];
  members: { appId: string; email: string; password: string; about: string }[];
  plans: { appId: string; planId: string; name: string }[];
  prices: { appId: string; planId: string; priceId: string; name: string }[];
  teams: { appId: string; teamId: string; ownerEmail: string; seats: number | null }[];
  /** Keys of content and of content groups. */
  contentKeys: { appId: string; key: string }[];
  providers: { appId: string; provider: string }[];
}

/** The current data of the shipped sites, for scripts. Members that are void are left out. */
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

/** Teams of the demonstration members. */
async function listTeams(services: Services): Promise<DemonstrationData['teams']> {
  const teams: DemonstrationData['teams'] = [];
  for (const { siteId, email } of readDemonstrationMembers()) {
    const team = await findTeamOf(services, services.db, await services.sites.get(siteId), email);
    if (team) teams.push({ appId: siteId, teamId: team.id, ownerEmail: email, seats: team.maxTeamMembers });
  }
  return teams;
}

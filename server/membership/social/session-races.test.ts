import { afterAll, beforeAll, expect, test } from 'vitest';
import { transaction } from '../../platform/database/database.ts';
import { startTestMembership, type TestMembership } from '../../testing/membership.ts';
import { withoutLocks } from '../../testing/without-locks.ts';
import { createMember } from '../members/members.ts';
import type { Services } from '../services.ts';
import type { Site } from '../sites/site.ts';
import { endSession, findSession, startFirstSession } from '../sessions/sessions.ts';
import { createTicket } from './attempts.ts';
import { disconnectProvider } from './connect-provider.ts';
import { connectIdentity, listProviders } from '../sign-in/credentials/identities.ts';

let product: TestMembership;
beforeAll(async () => {
  product = await startTestMembership();
});
afterAll(() => product.stop());

const members = 12;
const providers = ['one', 'two'];

/** A site that has both providers: others open no account, and do not count. */
const withProviders = (site: Site): Site => ({
  ...site,
  authProviders: providers.map((provider) => ({ ...site.authProviders[0]!, provider })),
});

const origin = { way: 'password', userAgent: undefined, secondFactor: 'offered' } as const;

/** Members with two providers and no password disconnect both concurrently. @returns how many each has left */
async function rush(services: Services): Promise<number[]> {
  const { db } = product.services;
  const site = withProviders(await services.sites.get('app_live'));
  const left = Array.from({ length: members }, async (_, count) => {
    const email = `rush-${count}-${performance.now()}@example.org`;
    const newcomer = { site, email, passwordHash: null, verified: true, fields: {}, metaData: {} };
    const memberId = await transaction(db, async (tx) => {
      const id = await createMember(product.services, tx, newcomer);
      for (const provider of providers) {
        const issuer = `https://${provider}.example`;
        await connectIdentity(tx, { siteId: site.id, issuer, subject: id, memberId: id, provider });
      }
      return id;
    });
    const begun = await transaction(db, async (tx) => startFirstSession(tx, { id: memberId, siteId: site.id }, origin));
    const session = (await findSession(db, site.id, begun.token))!;
    await Promise.allSettled(providers.map((key) => disconnectProvider(services, { site, session, key })));
    return (await listProviders(db, memberId)).length;
  });
  return Promise.all(left);
}

test('of two providers that are disconnected concurrently, one stays', async () => {
  expect(await rush(product.services)).toEqual(Array.from({ length: members }, () => 1));
});

test('without the lock a member loses both (negative control)', async () => {
  const services = { ...product.services, db: product.services.db.withPlugin(withoutLocks) };
  let left: number[] = [];
  for (let round = 1; round <= 20 && !left.includes(0); round++) left = await rush(services);
  expect(left).toContain(0);
});

test('a ticket is refused where the session ends after it was found', async () => {
  const { db, sites } = product.services;
  const site = await sites.get('app_live');
  const newcomer = { site, email: `ended-${performance.now()}@example.org`, passwordHash: null, verified: true };
  const begun = await transaction(db, async (tx) => {
    const id = await createMember(product.services, tx, { ...newcomer, fields: {}, metaData: {} });
    return startFirstSession(tx, { id, siteId: site.id }, origin);
  });
  const session = (await findSession(db, site.id, begun.token))!;
  expect(await createTicket(db, session)).toHaveLength(43);
  await endSession(db, site.id, begun.token);
  expect(await createTicket(db, session)).toBeUndefined();
});

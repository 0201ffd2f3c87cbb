import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { transaction } from '../../platform/database/database.ts';
import { hashPassword } from '../../platform/password-hashing.ts';
import { buildServer, type TestServer } from '../../testing/administration.ts';
import { startTestConsole, type TestConsole, type TestStaff } from '../../testing/console.ts';
import { newEmail, startTestMembership, type TestMember, type TestMembership } from '../../testing/membership.ts';
import { setUpAuthenticator } from '../../testing/second-factor.ts';
import { findMember } from '../members/members.ts';

/** Decision 0083: staff and keys change addresses, and go round no second factor with them. */

let product: TestMembership;
let staffed: TestConsole;
let server: TestServer;
beforeAll(async () => {
  product = await startTestMembership();
  staffed = await startTestConsole(product.membership);
  server = await buildServer(product, 'app_demo');
});
afterAll(async () => {
  await staffed.close();
  await product.stop();
});

const sam: TestStaff = { name: 'Sam', role: 'support', scope: { sites: ['app_demo'], partners: [] } };
const newPassword = 'quiet-harbour-lantern-7';

async function buildWithFactor({ proved = true } = {}): Promise<TestMember> {
  const member = await product.buildMember({ proved });
  await setUpAuthenticator(product, { token: member.token });
  await product.forgetMailLimits();
  return member;
}

const ask = (method: string, { member }: TestMember, path: string, body?: object) =>
  staffed.ask(sam, method, `/sites/app_demo/members/${member.id}${path}`, body);
const versionOf = async (member: TestMember) => (await ask('GET', member, '')).data.version as string;
const kindsTo = async (email: string) => (await product.mailsTo(email)).map(({ kind }) => kind);

/** Each leaves the member unproved. @returns the address they have then */
const ways = {
  async 'another address by staff'(member: TestMember) {
    const email = newEmail();
    const body = { version: await versionOf(member), reason: 'By phone.', email };
    expect((await ask('PUT', member, '/email', body)).status).toBe(200);
    return email;
  },
  async 'another address by a secret key'(member: TestMember) {
    const email = newEmail();
    expect((await server.call('PATCH', `/admin/members/${member.member.id}`, { email })).status).toBe(200);
    return email;
  },
  async 'marking as unproved by staff'(member: TestMember) {
    const body = { version: await versionOf(member), reason: 'Mails come back.' };
    expect((await ask('POST', member, '/email/unproved', body)).status).toBe(200);
    return member.email;
  },
  async 'marking as unproved by a secret key'(member: TestMember) {
    const answer = await server.call('PATCH', `/admin/members/${member.member.id}`, { verified: false });
    expect(answer.data.verified).toBe(false);
    return member.email;
  },
};
type Way = keyof typeof ways;
const each = Object.keys(ways) as Way[];

describe.for(each)('After %s', (way) => {
  test('a reset of the password leaves the second factor', async () => {
    const email = await ways[way](await buildWithFactor());
    const { code, context } = await product.freshCode(email, 'reset');
    const reset = await product.post('/auth/reset-password', { email, token: code, newPassword, context });
    expect(reset.status).toBe(200);
    const logIn = await product.post('/auth/login', { email, password: newPassword });
    expect([logIn.status, logIn.error?.code]).toEqual([403, 'second-factor-required']);
  });

  test('a mailed code is the first step alone', async () => {
    const email = await ways[way](await buildWithFactor());
    const { code } = await product.freshCode(email, 'login');
    const logIn = await product.post('/auth/passwordless/login', { email, passwordlessToken: code });
    expect([logIn.status, logIn.error?.code]).toEqual([403, 'second-factor-required']);
  });

  test('a claim of the account leaves the second factor', async () => {
    const { member, ...rest } = await buildWithFactor();
    const email = await ways[way]({ member, ...rest });
    const passwordHash = await hashPassword(newPassword, { client: 'a test', account: email });
    const claim = { siteId: 'app_demo', email, memberId: member.id, passwordHash };
    await transaction(product.database.db, async (tx) => {
      expect(await product.membership.claimAsMaker(tx, claim)).toBe(false);
      expect(await product.membership.claimAsOwner(tx, claim)).toBe(true);
    });
    const logIn = await product.post('/auth/login', { email, password: newPassword });
    expect([logIn.status, logIn.error?.code]).toEqual([403, 'second-factor-required']);
  });

  test('an account that was never proved loses the second factor of its maker with the first proof', async () => {
    const email = await ways[way](await buildWithFactor({ proved: false }));
    const { code } = await product.freshCode(email, 'login');
    const logIn = await product.post('/auth/passwordless/login', { email, passwordlessToken: code });
    expect(logIn.status).toBe(200);
  });
});

describe('An account whose address was proved once', () => {
  test('is no unclaimed one without a password: the visit that made it sets none', async () => {
    const { member, email } = await product.buildMember({ proved: true });
    const { pool, db } = product.database;
    await pool.query('update member set password_hash = null where id = $1', [member.id]);
    await server.call('PATCH', `/admin/members/${member.id}`, { verified: false });
    const found = await findMember(product.services, db, member.id);
    expect(product.membership.isUnclaimed(found!)).toBe(false);
    const passwordHash = await hashPassword(newPassword, { client: 'a test', account: email });
    const claim = { siteId: 'app_demo', email, memberId: member.id, passwordHash };
    expect(await transaction(db, (tx) => product.membership.claimAsMaker(tx, claim))).toBe(false);
  });
});

describe('A former address', () => {
  const moving = ['another address by staff', 'another address by a secret key'] as const;
  test.for(moving)('is told of %s', async (way) => {
    const member = await product.buildMember({ proved: true });
    await ways[way](member);
    const told = (await product.mailsTo(member.email)).find(({ kind }) => kind === 'address-replaced');
    expect(told?.text).toContain('If you did not ask for this');
    expect(told?.text).not.toContain('token=');
  });

  test('is told though it was marked as unproved before', async () => {
    const member = await product.buildMember({ proved: true });
    await ways['marking as unproved by staff'](member);
    await ways['another address by staff'](member);
    expect(await kindsTo(member.email)).toContain('address-replaced');
  });

  test('that was never proved hears nothing, also of an account that had a proved one', async () => {
    const unproved = await product.buildMember();
    await ways['another address by staff'](unproved);
    expect(await kindsTo(unproved.email)).not.toContain('address-replaced');
    const moved = await product.buildMember({ proved: true });
    const between = await ways['another address by staff'](moved);
    await ways['another address by a secret key'](moved);
    expect(await kindsTo(between)).not.toContain('address-replaced');
    expect(await kindsTo(moved.email)).toContain('address-replaced');
  });

  test('is told beyond its budget as well, later', async () => {
    const member = await product.buildMember({ proved: true });
    for (let asked = 0; asked < 6; asked++)
      await product.post('/auth/send-reset-password-email', { email: member.email });
    await ways['another address by staff'](member);
    await product.hurryMails();
    expect(await kindsTo(member.email)).toContain('address-replaced');
  });
});

test('marking an address as unproved takes a reason, and the change of a member does not do it', async () => {
  const member = await product.buildMember({ proved: true });
  const version = await versionOf(member);
  expect((await ask('PATCH', member, '', { version, verified: false })).status).toBe(400);
  expect((await ask('POST', member, '/email/unproved', { version, reason: ' ' })).status).toBe(400);
  expect((await ask('GET', member, '')).data.verified).toBe(true);
});

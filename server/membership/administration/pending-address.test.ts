import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildServer, type TestServer } from '../../testing/administration.ts';
import { builderOf, startTestConsole, type TestConsole } from '../../testing/console.ts';
import { newEmail, startTestMembership, type TestMember, type TestMembership } from '../../testing/membership.ts';

/** Staff and a site's server act on members whose own change of address waits for its proof. */

let product: TestMembership;
let server: TestServer;
let staffed: TestConsole;
beforeAll(async () => {
  product = await startTestMembership();
  server = await buildServer(product, 'app_demo');
  staffed = await startTestConsole(product.membership);
});
afterAll(async () => {
  await staffed.close();
  await product.stop();
});

const site = 'app_demo';
const bela = builderOf(site);
const pathOf = ({ member }: TestMember) => `/sites/${site}/members/${member.id}`;
const read = async (member: TestMember) => (await staffed.ask(bela, 'GET', pathOf(member))).data;

/** A member whose log-in address is `email`, and who has asked for `wanted`. */
async function buildWaiting({ proved = false } = {}) {
  const member = await product.buildMember({ proved });
  const wanted = newEmail();
  await product.post('/member-auth', { email: wanted }, { token: member.token });
  return { ...member, wanted };
}

const canLogIn = async (email: string, { password }: TestMember) =>
  (await product.post('/auth/login', { email, password })).status === 200;
const isAlive = async ({ token }: TestMember) => (await product.call('GET', '/member', { token })).data !== null;
const openLink = async (wanted: string) => {
  const token = await product.linkTokenFor(wanted, 'verification');
  return (await product.call('GET', `/account/verify-email?token=${token}`)).status;
};
const notesOn = async ({ member }: TestMember) =>
  (
    await product.database.pool.query(
      `select note from audit_entry where subject = $1 and action = 'member.updated' order by id`,
      [member.id],
    )
  ).rows.map(({ note }: { note: string }) => note);

/** The two who may: each by the call that its owner would make. */
const actors = [
  [
    'the site’s server',
    {
      prove: (member: TestMember) => server.call('PATCH', `/admin/members/${member.member.id}`, { verified: true }),
      give: (member: TestMember, email: string) =>
        server.call('PATCH', `/admin/members/${member.member.id}`, { email }),
    },
  ],
  [
    'staff',
    {
      prove: async (member: TestMember) => {
        const { version } = await read(member);
        return staffed.ask(bela, 'PATCH', pathOf(member), { version, verified: true });
      },
      give: async (member: TestMember, email: string) => {
        const { version } = await read(member);
        return staffed.ask(bela, 'PUT', `${pathOf(member)}/email`, { version, email, reason: 'They asked.' });
      },
    },
  ],
] as const;

describe.for(actors)('by %s', ([, { prove, give }]) => {
  test('the address that is shown is marked as proved, and never the one that is not', async () => {
    const member = await buildWaiting();
    const { data } = await prove(member);
    expect(data).toMatchObject({ verified: true, auth: { email: member.wanted } });
    expect([await canLogIn(member.email, member), await canLogIn(member.wanted, member)]).toEqual([false, true]);
    expect(await isAlive(member)).toBe(false);
    expect(await notesOn(member)).toEqual(['email, verified']);
    // The mailbox of the address that was left unproved may be another person's.
    expect((await product.mailsTo(member.email)).map(({ kind }) => kind)).not.toContain('address-replaced');
  });

  test('a proved address that was left so is told', async () => {
    const member = await buildWaiting({ proved: true });
    await prove(member);
    expect((await product.mailsTo(member.email)).map(({ kind }) => kind)).toContain('address-replaced');
  });

  test('an address that somebody has is not marked as proved', async () => {
    const [member, other] = [await product.buildMember(), await product.buildMember()];
    await product.post('/member-auth', { email: other.email }, { token: member.token });
    const refused = await prove(member);
    expect([refused.status, refused.error.code]).toEqual([409, 'email-already-in-use']);
    expect([await canLogIn(member.email, member), (await read(other)).verified]).toEqual([true, false]);
  });

  test('the log-in address, given back, ends the change and every session', async () => {
    const member = await buildWaiting({ proved: true });
    expect(await openLink(member.wanted)).toBe(200);
    const { status, data } = await give(member, member.email);
    expect([status, data.auth.email, data.verified]).toEqual([200, member.email, true]);
    expect([await openLink(member.wanted), await isAlive(member)]).toEqual([400, false]);
    expect(await canLogIn(member.email, member)).toBe(true);
    expect(await notesOn(member)).toEqual(['email']);
  });
});

describe('on the page of staff', () => {
  test('log-in address and pending one are told apart', async () => {
    const member = await buildWaiting({ proved: true });
    const { email, wanted } = member;
    expect(await read(member)).toMatchObject({
      auth: { email: wanted },
      verified: false,
      address: { email, verified: true, pending: wanted },
    });
    const other = await product.buildMember();
    expect((await read(other)).address).toEqual({ email: other.email, verified: false, pending: null });
  });

  test.for(['email', 'wanted'] as const)('the member is erased by their address typed (%s)', async (which) => {
    const member = await buildWaiting();
    const erasure = { reason: 'They asked.', email: member[which] };
    expect((await staffed.ask(bela, 'POST', `${pathOf(member)}/erasure`, erasure)).status).toBe(200);
  });
});

test('a member who is written back as they were read keeps the proof of their log-in address', async () => {
  const member = await buildWaiting({ proved: true });
  const { data } = await server.call('PATCH', `/admin/members/${member.member.id}`, { verified: false });
  expect(data).toMatchObject({ verified: false, auth: { email: member.wanted } });
  await product.post('/member-auth', { email: member.email }, { token: member.token });
  expect((await read(member)).verified).toBe(true);
});

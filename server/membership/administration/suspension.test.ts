import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runCommand } from '../../platform/commands.ts';
import { transaction } from '../../platform/database/database.ts';
import { buildServer } from '../../testing/administration.ts';
import { owner, startTestConsole, type TestConsole } from '../../testing/console.ts';
import { startTestMembership, type TestMember, type TestMembership } from '../../testing/membership.ts';
import { openConsole } from '../../testing/staff-console.ts';
import { startPopupProduct, type PopupProduct } from '../../testing/popups.ts';
import { asSent, codeOf, setUpAuthenticator, setUpPasskey } from '../../testing/second-factor.ts';
import { startSession } from '../sessions/sessions.ts';
import { suspensionCommands } from './commands/suspension-commands.ts';

let product: TestMembership;
let staffed: TestConsole;
beforeAll(async () => {
  product = await startTestMembership();
  staffed = await startTestConsole(product.membership);
});
afterAll(async () => {
  await staffed.close();
  await product.stop();
});

const club = { 'x-api-key': 'pk_live', origin: 'https://club.example' };
const siteOf = (headers: object) => (headers === club ? 'app_live' : 'app_demo');
const act = (path: string, member: TestMember, body: object, headers: object = {}) =>
  staffed.ask(owner, 'POST', `/sites/${siteOf(headers)}/members/${member.member.id}/${path}`, body);
const suspend = async (member: TestMember, headers: object = {}) => {
  const done = await act('suspension', member, { reason: 'The card was stolen.' }, headers);
  expect(done.status).toBe(200);
  return done.data;
};
const lift = (member: TestMember, headers: object = {}) => act('suspension/lift', member, {}, headers);
const sessionsOf = async (member: TestMember) =>
  (await product.database.pool.query('select from session where member_id = $1', [member.member.id])).rowCount;
const isShut = { status: 403, error: { code: 'account-suspended' } };
const logIn = ({ email, password }: TestMember, headers: Record<string, string> = {}) =>
  product.post('/auth/login', { email, password }, { headers });

/** Every way to a session, as a member who was prepared for it takes it. */
interface Way {
  headers?: Record<string, string>;
  prepare?: (member: TestMember) => Promise<unknown>;
  /** @param given what `prepare` gave */
  enter: (member: TestMember, given: never) => Promise<{ status: number; error?: { code: string } }>;
}
const ways: Record<string, Way> = {
  'a password': { enter: (member) => logIn(member) },
  'a mailed code': {
    prepare: ({ email }) => product.freshCode(email, 'login'),
    enter: ({ email }, { code, context }: { code: string; context: string }) =>
      product.post('/auth/passwordless/login', { passwordlessToken: code, email, context }),
  },
  'the code of a reset': {
    prepare: ({ email }) => product.freshCode(email, 'reset'),
    enter: ({ email }, { code, context }: { code: string; context: string }) =>
      product.post('/auth/reset-password', { token: code, newPassword: 'elm-stool-sunday-7', email, context }),
  },
  'the link of a reset': {
    async prepare({ email }) {
      await product.freshCode(email, 'reset');
      return product.linkTokenFor(email, 'reset-code');
    },
    async enter(_, token: string) {
      const page = await product.app.inject({
        method: 'POST',
        url: '/account/reset-password',
        headers: { 'content-type': 'application/x-www-form-urlencoded', origin: product.appUrl },
        payload: new URLSearchParams({ token, password: 'elm-stool-sunday-7' }).toString(),
      });
      const isRefused = page.payload.includes('This account is suspended');
      return { status: page.statusCode, ...(isRefused && { error: { code: 'account-suspended' } }) };
    },
  },
  'a passkey': {
    headers: club,
    prepare: async ({ token }) => (await setUpPasskey(product, { token, headers: club })).device,
    async enter(_, device: Awaited<ReturnType<typeof setUpPasskey>>['device']) {
      const begun = await product.post('/auth/passkey/options', {}, { headers: club });
      const credential = asSent(device.get(begun.data, { origin: club.origin }));
      return product.post('/auth/passkey', { credential }, { headers: club });
    },
  },
};

describe('A suspended member', () => {
  test.for(Object.entries(ways))('comes in neither by %s, nor by it again; lifted, they do', async ([, way]) => {
    const { headers = {}, prepare, enter } = way;
    const member = await product.buildMember({ proved: true, headers });
    const given = (await prepare?.(member)) as never;
    await suspend(member, headers);
    for (const _ of ['once', 'again']) expect(await enter(member, given)).toMatchObject(isShut);
    expect(await sessionsOf(member)).toBe(0);
    // Negative control: nothing but the suspension was in the way.
    expect((await lift(member, headers)).status).toBe(200);
    expect((await enter(member, given)).status).toBe(200);
  });

  test('does not finish a second step that was begun before', async () => {
    const member = await product.buildMember();
    const { secret } = await setUpAuthenticator(product, { token: member.token });
    const begin = async () => ((await logIn(member)).error as unknown as { step: string }).step;
    const step = await begin();
    await suspend(member);
    const finish = async (of: string) =>
      product.post('/auth/second-step', { step: of, method: 'authenticator', code: await codeOf(secret) });
    expect((await finish(step)).error.code).toBe('sign-in-step-expired');
    expect(await logIn(member)).toMatchObject(isShut);
    await lift(member);
    expect((await finish(await begin())).status).toBe(200);
  });

  test('learns of it only with the right password', async () => {
    const member = await product.buildMember();
    await suspend(member);
    const wrong = await logIn({ ...member, password: 'not-the-password-1' });
    expect([wrong.status, wrong.error.code]).toEqual([401, 'invalid-credentials']);
  });

  test('is logged out everywhere at once, and what is gated is closed', async () => {
    const member = await product.buildMember();
    await product.post('/member/plans/add', { planId: 'pln_demo_free' }, { token: member.token });
    const asks = async () => [
      (await product.call('GET', '/member', { token: member.token })).data?.id,
      (await product.post('/secure-content', { contentId: 'bench-drawing' }, { token: member.token })).status,
      (await product.post('/member/json', { json: 1 }, { token: member.token })).status,
    ];
    expect(await asks()).toEqual([member.member.id, 200, 200]);
    await suspend(member);
    expect(await asks()).toEqual([undefined, 401, 401]);
    expect(await sessionsOf(member)).toBe(0);
  });

  test('keeps plans, and is not free to join again', async () => {
    const member = await product.buildMember();
    await product.post('/member/plans/add', { planId: 'pln_demo_free' }, { token: member.token });
    const shown = await suspend(member);
    expect(shown.planConnections).toMatchObject([{ planId: 'pln_demo_free', active: true }]);
    const { email, password } = member;
    expect((await product.post('/auth/signup', { email, password })).error.code).toBe('email-already-in-use');
  });

  test('is shown so to staff and to the site’s server, whose events tell of it', async () => {
    const server = await buildServer(product, 'app_demo');
    const member = await product.buildMember();
    const ofServer = async () => {
      const one = (await server.call('GET', `/admin/members/${member.member.id}`)).data.suspendedAt;
      const { data } = await server.call('GET', '/admin/members?order=DESC&limit=1');
      return [one, data[0].suspendedAt];
    };
    expect(await ofServer()).toEqual([null, null]);
    const shown = await suspend(member);
    expect(shown.suspension).toEqual({ at: expect.any(String), reason: 'The card was stolen.' });
    expect(await ofServer()).toEqual([shown.suspension.at, shown.suspension.at]);
    const listed = async (is: string) =>
      (await staffed.ask(owner, 'GET', `/sites/app_demo/members?suspended=${is}&limit=100`)).data;
    expect(await listed('yes')).toContainEqual(expect.objectContaining({ id: member.member.id, suspended: true }));
    expect((await listed('no')).map(({ id }: { id: string }) => id)).not.toContain(member.member.id);
    expect((await lift(member)).data.suspension).toBeNull();
    expect(await ofServer()).toEqual([null, null]);
  });

  test('stands in the audit trail once, with who and why, however often it is pressed', async () => {
    const member = await product.buildMember();
    await Promise.all([suspend(member), suspend(member), suspend(member)]);
    await lift(member);
    await lift(member);
    const { rows } = await product.database.pool.query(
      'select action, actor, reason from audit_entry where subject = $1 order by id',
      [member.member.id],
    );
    expect(rows).toEqual([
      { action: 'member.suspended', actor: 'Olga', reason: 'The card was stolen.' },
      { action: 'member.reinstated', actor: 'Olga', reason: null },
    ]);
  });

  test.for([{}, { reason: '' }, { reason: '  ' }])('is not made so without a reason: %j', async (body) => {
    const member = await product.buildMember();
    expect((await act('suspension', member, body)).status).toBe(400);
    expect(await sessionsOf(member)).toBe(1);
  });

  test('at whom somebody logs in at the same moment is left without a session (race)', async () => {
    for (let round = 0; round < 5; round++) {
      const member = await product.buildMember();
      await Promise.all([suspend(member), ...Array.from({ length: 4 }, () => logIn(member))]);
      expect(await sessionsOf(member)).toBe(0);
    }
  });

  test('is refused by the one rule that begins sessions, from every caller', async () => {
    const member = await product.buildMember();
    await suspend(member);
    const begin = () =>
      transaction(product.services.db, (tx) =>
        startSession(
          tx,
          { id: member.member.id, siteId: 'app_demo' },
          { way: 'provider', userAgent: undefined, secondFactor: 'offered' },
        ),
      );
    await expect(begin()).rejects.toMatchObject({ code: 'account-suspended' });
    await lift(member);
    expect(await begin()).toMatchObject({ token: expect.any(String) });
  });

  test('gets no session from a process of the release before, which knows of no suspension', async () => {
    const member = await product.buildMember();
    await suspend(member);
    const insert = () =>
      product.database.pool.query(
        `insert into session (token_hash, member_id, site_id, expires_at)
         values (sha256(uuid_send(gen_random_uuid())), $1, 'app_demo', now() + interval '1 hour')`,
        [member.member.id],
      );
    await expect(insert()).rejects.toMatchObject({ constraint: 'session_unsuspended' });
    await lift(member);
    expect((await insert()).rowCount).toBe(1);
  });

  test('may be suspended and reinstated by command', async () => {
    const member = await product.buildMember();
    const run = (...words: string[]) =>
      runCommand([suspensionCommands], ['members', ...words], (use) =>
        use({ ...product.services, actor: 'command line (ann)' } as never),
      );
    await expect(run('suspend', 'app_demo', member.email)).rejects.toThrow('Say why');
    expect(await run('suspend', 'app_demo', member.email, '--reason', 'Spam.')).toBe(
      `${member.member.id} is suspended. 1 session ended.`,
    );
    expect(await logIn(member)).toMatchObject(isShut);
    expect(await run('reinstate', 'app_demo', member.member.id)).toBe(`${member.member.id} may log in again.`);
    expect((await logIn(member)).status).toBe(200);
  });
});

describe('Through a provider’s window, a suspended member', () => {
  let whole: PopupProduct;
  beforeAll(async () => {
    whole = await startPopupProduct();
  });
  afterAll(() => whole.stop());

  test('neither comes in nor connects; the window says so in words', async () => {
    const staff = openConsole(whole);
    const { cookie } = await staff.employ({ role: 'owner' });
    const email = 'window@example.org';
    const { id, token } = await whole.buildMember(email);
    const who = { email: 'at-provider@example.org', confirmed: 'yes' };
    await whole.enter('connect', who, { member: token });
    // Found at the provider by their address alone.
    const byAddress = { email: 'address@example.org', confirmed: 'yes' };
    const other = await whole.buildMember(byAddress.email);
    const path = `/sites/app_demo/members/${id}/suspension`;
    for (const each of [id, other.id])
      expect(
        (await staff.call('POST', `/sites/app_demo/members/${each}/suspension`, { cookie, body: { reason: 'Spam.' } }))
          .status,
      ).toBe(200);
    for (const [kind, person] of [
      ['login', who],
      ['signup', who],
      ['login', byAddress],
    ] as const) {
      const { error, data } = await whole.enter(kind, person);
      expect([error.code, data]).toEqual(['account-suspended', undefined]);
      expect(error.message).toContain('This account is suspended');
    }
    const connected = await whole.enter('connect', { email: 'other@example.org', confirmed: 'yes' }, { member: token });
    expect(connected.error.code).toBe('account-connect-requires-login');
    expect((await staff.call('POST', `${path}/lift`, { cookie, body: {} })).status).toBe(200);
    expect((await whole.enter('login', who)).data.member.id).toBe(id);
  });
});

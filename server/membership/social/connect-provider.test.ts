import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createPopupBrowser } from '../../testing/popup-browser.ts';
import { endOf, openingPage, startPopupProduct, type PopupProduct } from '../../testing/popups.ts';

let product: PopupProduct;
beforeAll(async () => {
  product = await startPopupProduct();
});
afterAll(() => product.stop());

const newEmail = () => `p-${randomBytes(6).toString('hex')}@example.org`;
const confirmed = (email: string) => ({ email, confirmed: 'yes' });
const providersOf = async (token: string) =>
  (await product.call('GET', '/member', { token })).body.data.auth.providers as { provider: string }[];
const disconnect = (token: string, provider = 'local') =>
  product.call('POST', '/member/disconnect-provider', { token, body: { provider } });
const makeOld = (id: string) =>
  product.database.pool.query("update session set proved_at = now() - interval '11 minutes' where member_id = $1", [
    id,
  ]);
const isAlive = async (token: string) => (await product.call('GET', '/member', { token })).body.data !== null;
const logIn = async (email: string): Promise<string> => {
  const body = { email, password: 'slow-river-lantern-42' };
  return (await product.call('POST', '/auth/login', { body })).body.data.tokens.accessToken;
};
const noticesTo = async (email: string): Promise<string[]> => {
  const { rows } = await product.database.pool.query<{ kind: string }>(
    "select kind from mail_outbox where recipient = $1 and kind like 'provider-%' order by kind",
    [email],
  );
  return rows.map(({ kind }) => kind);
};
const ticketFor = (token?: string) =>
  product.call('POST', '/member/connect-provider/ticket', token === undefined ? {} : { token });
describe('connecting a provider', () => {
  test('lets it log in, answers with the providers, and notifies the owner', async () => {
    const email = newEmail();
    const { id, token } = await product.buildMember(email);
    const atProvider = confirmed(newEmail());
    const { data, origin } = await product.enter('connect', atProvider, { member: token });
    expect(origin).toBe(openingPage);
    expect(data).toEqual({
      providers: [{ provider: 'local' }],
      message: 'Local account is connected to your account.',
    });
    expect(await providersOf(token)).toEqual([{ provider: 'local' }]);
    expect((await product.enter('login', atProvider)).data.member.id).toBe(id);
    expect(await noticesTo(email)).toEqual(['provider-connected']);
  });

  test('ends the member’s other sessions', async () => {
    const email = newEmail();
    const { token } = await product.buildMember(email);
    const other = await logIn(email);
    await product.enter('connect', confirmed(newEmail()), { member: token });
    expect([await isAlive(token), await isAlive(other)]).toEqual([true, false]);
  });

  test('removes the token from the address first', async () => {
    const { token } = await product.buildMember(newEmail());
    const { page } = await product.enter('connect', confirmed(newEmail()), { member: token });
    const [first, ...later] = page.way;
    expect(first).toContain(token);
    expect(later.join('\n')).not.toContain(token);
    expect(new URL(later[0]!).pathname).toBe('/auth-provider/connect');
    expect(new URL(later[0]!).searchParams.has('member')).toBe(false);
  });

  test('removes it also from a refused request', async () => {
    const { token } = await product.buildMember(newEmail());
    const wrong: Record<string, string>[] = [
      { publicKey: 'pk_unknown' },
      { provider: 'x'.repeat(300) },
      { appId: 'app_enrolment' },
    ];
    for (const parameters of wrong) {
      const { page } = await product.enter('connect', {}, { member: token, ...parameters });
      expect(page.status).toBeGreaterThanOrEqual(400);
      expect(page.way).toHaveLength(2);
      expect(page.way[1]).not.toContain(token);
    }
  });

  test.for(['', 'made-up', 'a b', '%00'])('with the token "%s" asks to log in first', async (member) => {
    const { error, page } = await product.enter('connect', {}, { member });
    expect(error.code).toBe('account-connect-requires-login');
    expect(page.status).toBe(401);
  });

  test('without any token asks to log in first', async () => {
    expect((await product.enter('connect', {})).error.code).toBe('account-connect-requires-login');
  });

  test('asks for a log-in that is not older than ten minutes', async () => {
    const { id, token } = await product.buildMember(newEmail());
    await makeOld(id);
    expect((await product.enter('connect', {}, { member: token })).error.code).toBe('recent-login-required');
    expect(await providersOf(token)).toEqual([]);
  });

  test('counts for the session that began it, and not once that has ended', async () => {
    const { token } = await product.buildMember(newEmail());
    const browser = createPopupBrowser();
    const asked = await browser.open(product.address('connect', { member: token }), { opener: openingPage });
    await product.call('POST', '/member/logout', { token });
    const { error } = endOf(await browser.submit(asked, confirmed(newEmail())));
    expect(error.code).toBe('account-connect-requires-login');
  });

  test('refuses a response to another browser’s attempt (CSRF)', async () => {
    const attacker = await product.buildMember(newEmail());
    const browser = createPopupBrowser();
    const asked = await browser.open(product.address('connect', { member: attacker.token }), { opener: openingPage });
    const victim = createPopupBrowser();
    victim.cookies.push(...browser.cookies.filter(({ name }) => name.startsWith('dev-oidc')));
    expect((await victim.submit(asked, confirmed(newEmail()))).status).toBe(400);
    expect(await providersOf(attacker.token)).toEqual([]);
  });

  test('is refused for an identity of another member, and changes neither', async () => {
    const taken = confirmed(newEmail());
    const owner = await product.enter('signup', taken);
    const { token } = await product.buildMember(newEmail());
    const { error, page } = await product.enter('connect', taken, { member: token });
    expect(error.code).toBe('account-already-connected');
    expect(page.status).toBe(409);
    expect(await providersOf(token)).toEqual([]);
    expect((await product.enter('login', taken)).data.member.id).toBe(owner.data.member.id);
  });

  test('of one identity by two members concurrently succeeds for one', async () => {
    const wanted = confirmed(newEmail());
    const members = await Promise.all(Array.from({ length: 4 }, () => product.buildMember(newEmail())));
    const ends = await Promise.all(members.map(({ token }) => product.enter('connect', wanted, { member: token })));
    expect(ends.filter(({ data }) => data)).toHaveLength(1);
    for (const { error } of ends.filter(({ data }) => !data)) expect(error.code).toBe('account-already-connected');
  });

  test('is idempotent; another identity of the provider is refused', async () => {
    const { token } = await product.buildMember(newEmail());
    const mine = confirmed(newEmail());
    for (let times = 0; times < 2; times++)
      expect((await product.enter('connect', mine, { member: token })).data.providers).toEqual([{ provider: 'local' }]);
    const { error } = await product.enter('connect', confirmed(newEmail()), { member: token });
    expect(error).toMatchObject({
      code: 'account-already-connected',
      message: 'Another account of this provider is connected to your account here.',
    });
  });

  test('that is cancelled at the provider changes nothing', async () => {
    const { token } = await product.buildMember(newEmail());
    const { error } = await product.enter('connect', { cancel: 'yes' }, { member: token });
    expect(error.code).toBe('account-connect-failed');
    expect(await providersOf(token)).toEqual([]);
  });
});

describe('a ticket', () => {
  test('stands for the session once only', async () => {
    const { token } = await product.buildMember(newEmail());
    const { status, body } = await ticketFor(token);
    expect(status).toBe(200);
    const { ticket } = body.data;
    expect(ticket).not.toContain(token);
    const atProvider = confirmed(newEmail());
    expect((await product.enter('connect', atProvider, { ticket })).data.providers).toEqual([{ provider: 'local' }]);
    expect((await product.enter('connect', atProvider, { ticket })).error.code).toBe('account-connect-requires-login');
  });

  test('lasts a minute', async () => {
    const { token } = await product.buildMember(newEmail());
    const { ticket } = (await ticketFor(token)).body.data;
    const { rows } = await product.database.pool.query(
      "select max(expires_at) between now() + interval '50 seconds' and now() + interval '60 seconds' as held from connect_ticket",
    );
    expect(rows).toEqual([{ held: true }]);
    await product.database.pool.query("update connect_ticket set expires_at = now() - interval '1 second'");
    expect((await product.enter('connect', {}, { ticket })).error.code).toBe('account-connect-requires-login');
  });

  test('ends with its session, and is valid for nothing else', async () => {
    const { token } = await product.buildMember(newEmail());
    const { ticket } = (await ticketFor(token)).body.data;
    expect((await product.call('GET', '/member', { token: ticket })).body.data).toBeNull();
    await product.call('POST', '/member/logout', { token });
    expect((await product.enter('connect', {}, { ticket })).error.code).toBe('account-connect-requires-login');
  });

  test('is given in a session with a log-in of the last ten minutes', async () => {
    expect((await ticketFor()).body.error.code).toBe('login-required');
    const { id, token } = await product.buildMember(newEmail());
    await makeOld(id);
    expect((await ticketFor(token)).body.error.code).toBe('recent-login-required');
  });
});

describe('disconnecting a provider', () => {
  test('removes it and answers with the rest', async () => {
    const { token } = await product.buildMember(newEmail());
    const atProvider = confirmed(newEmail());
    await product.enter('connect', atProvider, { member: token });
    const { status, body } = await disconnect(token);
    expect(status).toBe(200);
    expect(body).toEqual({
      data: { providers: [], message: 'Local account is not connected to your account any more.' },
      _internalUseOnly: { message: 'Local account is not connected to your account any more.' },
    });
    expect(await providersOf(token)).toEqual([]);
    expect((await product.enter('login', atProvider)).error.code).toBe('account-not-found');
  });

  test('ends the member’s other sessions and notifies the owner', async () => {
    const email = newEmail();
    const { token } = await product.buildMember(email);
    await product.enter('connect', confirmed(newEmail()), { member: token });
    const other = await logIn(email);
    expect((await disconnect(token)).status).toBe(200);
    expect([await isAlive(token), await isAlive(other)]).toEqual([true, false]);
    expect(await noticesTo(email)).toEqual(['provider-connected', 'provider-disconnected']);
  });

  test('needs a log-in or a proof of the last ten minutes', async () => {
    const { id, token } = await product.buildMember(newEmail());
    await product.enter('connect', confirmed(newEmail()), { member: token });
    await makeOld(id);
    const { status, body } = await disconnect(token);
    expect([status, body.error.code]).toEqual([403, 'recent-login-required']);
    expect(await providersOf(token)).toEqual([{ provider: 'local' }]);
  });

  test('is refused where it is the only way in', async () => {
    const { data } = await product.enter('signup', confirmed(newEmail()));
    const token = data.tokens.accessToken;
    const { status, body } = await disconnect(token);
    expect({ status, code: body.error.code }).toEqual({ status: 409, code: 'account-set-password-before-disconnect' });
    expect(await providersOf(token)).toEqual([{ provider: 'local' }]);
    await product.call('POST', '/member/set-password', { token, body: { password: 'slow-river-lantern-42' } });
    expect((await disconnect(token)).status).toBe(200);
  });

  test('is refused where the other provider is none of the site’s any more', async () => {
    const { data } = await product.enter('signup', confirmed(newEmail()));
    const token = data.tokens.accessToken;
    await product.database.pool.query(
      `insert into member_identity (site_id, issuer, subject, member_id, provider)
       select site_id, 'https://gone.example', subject, member_id, 'gone' from member_identity where member_id = $1`,
      [data.member.id],
    );
    expect((await disconnect(token)).body.error.code).toBe('account-set-password-before-disconnect');
    expect((await disconnect(token, 'gone')).status).toBe(200);
    expect(await providersOf(token)).toEqual([{ provider: 'local' }]);
  });

  test.for(['local', 'unknown', '__proto__', ''])('"%s" that is not connected is refused', async (provider) => {
    const { token } = await product.buildMember(newEmail());
    const { status, body } = await disconnect(token, provider);
    expect({ status, code: body.error.code }).toEqual({ status: 404, code: 'account-not-connected' });
  });

  test('is for members, and takes a provider and nothing else', async () => {
    expect((await product.call('POST', '/member/disconnect-provider', { body: { provider: 'local' } })).status).toBe(
      401,
    );
    const { token } = await product.buildMember(newEmail());
    for (const body of [{}, { provider: 1 }, { provider: 'local', memberId: 'x' }])
      expect((await product.call('POST', '/member/disconnect-provider', { token, body })).status).toBe(400);
  });
});

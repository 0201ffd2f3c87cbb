import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventually } from '../../testing/eventually.ts';
import { createPopupBrowser } from '../../testing/popup-browser.ts';
import type { Reply } from '../../testing/membership.ts';
import { codeOf, setUpAuthenticator } from '../../testing/second-factor.ts';
import { openingPage, startPopupProduct, type PopupProduct } from '../../testing/popups.ts';

let product: PopupProduct;
beforeAll(async () => {
  product = await startPopupProduct();
});
afterAll(() => product.stop());

const newEmail = () => `p-${randomBytes(6).toString('hex')}@example.org`;
const confirmed = (email: string) => ({ email, confirmed: 'yes' });
const memberOf = async (token: string) => (await product.call('GET', '/member', { token })).body.data;
const logIn = (email: string, password: string) => product.call('POST', '/auth/login', { body: { email, password } });
const mailsTo = async (email: string) =>
  (await product.database.pool.query('select kind from mail_outbox where recipient = $1', [email])).rows.map(
    ({ kind }) => kind as string,
  );

/** The code in the newest mail. */
async function codeFor(email: string): Promise<string> {
  let code: string | undefined;
  await eventually(async () => {
    const { body } = await product.call('GET', `/dev/mail.json?to=${encodeURIComponent(email)}`);
    code = (body as { text: string }[]).map(({ text }) => /\b\d{6}\b/.exec(text)?.[0]).find(Boolean);
    return code !== undefined;
  });
  return code!;
}

describe('signing up with a provider', () => {
  test('creates an account with fields and free plans, signs it in and posts to its opener alone', async () => {
    const email = newEmail();
    const { data, origin, page } = await product.enter('signup', confirmed(email), {
      customFields: encodeURIComponent(JSON.stringify({ 'first-name': 'Ana & "Bo" </script>', unknown: 'x' })),
      plans: encodeURIComponent(JSON.stringify([{ planId: 'pln_demo_free' }, { planId: 'pln_demo_maker' }])),
    });
    expect(origin).toBe(openingPage);
    expect(page.status).toBe(200);
    expect(data).toMatchObject({
      member: {
        verified: true,
        auth: { email, hasPassword: false, providers: [{ provider: 'local' }] },
        customFields: { 'first-name': 'Ana & "Bo" </script>' },
        planConnections: [{ planId: 'pln_demo_free', active: true }],
      },
      tokens: { accessToken: expect.any(String), type: 'bearer' },
    });
    expect(data.tokens.expires).toBeGreaterThan(1_700_000_000_000);
    expect((await memberOf(data.tokens.accessToken)).id).toBe(data.member.id);
  });

  test('takes fields and plans encoded once as well', async () => {
    const { data } = await product.enter('signup', confirmed(newEmail()), {
      customFields: JSON.stringify({ workshop: '100 %' }),
      plans: '[]',
    });
    expect(data.member.customFields.workshop).toBe('100 %');
  });

  test.for(['undefined', ''])('takes %j for nothing, as some clients say it', async (nothing) => {
    const { data } = await product.enter('signup', confirmed(newEmail()), {
      customFields: nothing,
      plans: nothing,
      inviteToken: nothing,
    });
    expect(data.member.planConnections).toEqual([]);
    expect(data).not.toHaveProperty('teamInvite');
  });

  test.for<[string, Record<string, string>, string]>([
    ['a field the site writes', { customFields: '{"membership-number":"1"}' }, 'field-not-writable'],
    ['a value no field takes', { customFields: '{"newsletter":"perhaps"}' }, 'invalid-field-value'],
    ['fields that are no JSON', { customFields: '%7B' }, 'invalid-request'],
    ['fields that are no object', { customFields: '[1]' }, 'invalid-request'],
    ['fields with half an escape', { customFields: '%E0%A4%A' }, 'invalid-request'],
    ['fields with a changed nature', { customFields: '{"__proto__":{"x":1}}' }, 'invalid-request'],
    ['a character that cannot be stored', { customFields: '{"workshop":"a\\u0000b"}' }, 'invalid-request'],
    ['plans that are no list of plans', { plans: '["pln_demo_free"]' }, 'invalid-request'],
  ])('refuses %s in the window, and makes no account', async ([, parameters, code]) => {
    const email = newEmail();
    const { error, page } = await product.enter('signup', confirmed(email), parameters);
    expect(error.code).toBe(code);
    expect(page.status).toBeGreaterThanOrEqual(400);
    expect((await product.enter('login', confirmed(email))).error.code).toBe('account-not-found');
  });

  test('with an invalid invitation creates the account all the same, and answers with the reason', async () => {
    const { data } = await product.enter('signup', confirmed(newEmail()), { inviteToken: 'made-up' });
    expect(data.teamInvite).toMatchObject({ joined: false, code: 'invalid-invite' });
    expect(data.member.teams.joinedTeams).toEqual([]);
  });

  test('with an invitation takes the seat', async () => {
    const owner = await product.call('POST', '/auth/login', {
      body: { email: 'captain@intake.example', password: 'elm-mallet-monday' },
    });
    const token = owner.body.data.tokens.accessToken as string;
    const [{ teamId }] = owner.body.data.member.teams.ownedTeams;
    const invited = await product.call('POST', '/member/team/generate-invite-link', { token, body: { teamId } });
    const { inviteToken } = invited.body.data;
    const { data } = await product.enter('signup', confirmed(newEmail()), { inviteToken });
    expect(data.teamInvite).toMatchObject({ joined: true, teamId });
    expect(data.member.teams.joinedTeams).toMatchObject([{ teamId }]);
  });

  test('logs in to an existing account', async () => {
    const email = newEmail();
    const first = await product.enter('signup', confirmed(email));
    const second = await product.enter('signup', confirmed(email), { customFields: '{"workshop":"changed"}' });
    expect(second.data.member.id).toBe(first.data.member.id);
    expect(second.data.member.customFields.workshop).toBeUndefined();
    expect(second.data.tokens.accessToken).not.toBe(first.data.tokens.accessToken);
  });

  test('with an address the provider has not verified creates an unproved account, and mails the link', async () => {
    const email = newEmail();
    const { data } = await product.enter('signup', { email });
    expect(data.member.verified).toBe(false);
    await expect.poll(() => mailsTo(email)).toContain('verification');
  });

  test('without an address from the provider is refused with a sentence', async () => {
    const { error } = await product.enter('signup', { person: 'Toni Tran' });
    expect(error).toMatchObject({
      code: 'provider-email-missing',
      message: expect.stringContaining('Local account does not tell us your email address.'),
    });
  });

  test('in concurrent popups creates one account', async () => {
    const email = newEmail();
    const ends = await Promise.all(Array.from({ length: 6 }, () => product.enter('signup', confirmed(email))));
    expect(new Set(ends.map(({ data }) => data?.member.id)).size).toBe(1);
    const { rows } = await product.database.pool.query('select count(*)::int as n from member where email = $1', [
      email,
    ]);
    expect(rows).toEqual([{ n: 1 }]);
  });

  test('counts against the limit of sign-ups, as every way to an account does', async () => {
    const from = '203.0.113.7';
    const ends = [];
    for (let count = 0; count < 21; count++)
      ends.push(await product.enter('signup', confirmed(newEmail()), {}, { browser: createPopupBrowser({ from }) }));
    expect(ends.filter(({ data }) => data)).toHaveLength(20);
    expect(ends[20]!.error.code).toBe('too-many-requests');
    expect(Number(ends[20]!.page.headers.get('retry-after'))).toBeGreaterThan(0);
  });
});

describe('logging in with a provider', () => {
  test('is refused without an account, unless the page allows sign-up', async () => {
    const email = newEmail();
    for (const parameters of [{}, { allowSignup: 'false' }, { allowSignup: '' }, { allowSignup: '1' }] as Record<
      string,
      string
    >[])
      expect((await product.enter('login', confirmed(email), parameters)).error.code).toBe('account-not-found');
    expect((await product.enter('login', confirmed(email), { allowSignup: 'true' })).data.member.auth.email).toBe(
      email,
    );
    expect((await product.enter('login', confirmed(email))).data.member.auth.email).toBe(email);
  });

  test('opens an account with a proved address by the address the provider has verified, and notifies the owner', async () => {
    const email = newEmail();
    const { id, token, password } = await product.buildMember(email);
    const { data } = await product.enter('login', confirmed(email));
    expect(data.member).toMatchObject({ id, auth: { hasPassword: true, providers: [{ provider: 'local' }] } });
    expect(await mailsTo(email)).toContain('provider-connected');
    // Existing access stays.
    expect((await memberOf(token)).id).toBe(id);
    expect((await logIn(email, password)).status).toBe(200);
  });

  test('opens no account by an address the provider has not verified', async () => {
    const email = newEmail();
    const { token } = await product.buildMember(email);
    for (const kind of ['login', 'signup'] as const)
      expect((await product.enter(kind, { email })).error.code).toBe('provider-email-unproved');
    expect((await memberOf(token)).auth.providers).toEqual([]);
  });

  test('opens the account of the identity, also when its address is not verified any more', async () => {
    const email = newEmail();
    const { data } = await product.enter('signup', confirmed(email));
    expect((await product.enter('login', { email })).data.member.id).toBe(data.member.id);
  });

  test('transfers an unproved account to the person with the verified address, and revokes its maker’s access', async () => {
    const email = newEmail();
    const { id, token, password } = await product.buildMember(email, { proved: false });
    const { data } = await product.enter('login', confirmed(email));
    expect(data.member).toMatchObject({ id, verified: true, auth: { hasPassword: false } });
    expect(data.passwordDropped).toBe(true);
    expect(await memberOf(token)).toBeNull();
    expect((await logIn(email, password)).status).toBe(401);
  });

  test('transfers it too where its maker signed up by a provider without a verified address', async () => {
    const email = newEmail();
    const maker = await product.enter('signup', { email });
    // The maker has another identity at the provider than the owner, who logs in by a mailed code.
    await product.database.pool.query("update member_identity set subject = 'maker' where member_id = $1", [
      maker.data.member.id,
    ]);
    const { data } = await product.enter('login', confirmed(email));
    expect(data.member.id).toBe(maker.data.member.id);
    const { rows } = await product.database.pool.query('select subject from member_identity where member_id = $1', [
      data.member.id,
    ]);
    expect(rows).toHaveLength(1);
    expect(rows[0].subject).not.toBe('maker');
    expect(await memberOf(maker.data.tokens.accessToken)).toBeNull();
  });

  test('does not open an account for another identity at the provider with the same address', async () => {
    const email = newEmail();
    const { data } = await product.enter('signup', confirmed(email));
    await product.database.pool.query("update member_identity set subject = 'who had it before' where member_id = $1", [
      data.member.id,
    ]);
    expect((await product.enter('login', confirmed(email))).error.code).toBe('account-already-connected');
  });

  test('does not disclose it at a log-in by password to an account without one', async () => {
    const email = newEmail();
    await product.enter('signup', confirmed(email));
    const { status, body } = await logIn(email, 'some-password-of-mine');
    const stranger = await logIn(newEmail(), 'some-password-of-mine');
    expect({ status, body }).toEqual({ status: stranger.status, body: stranger.body });
    expect(body.error.code).toBe('invalid-credentials');
  });

  test('that is cancelled at the provider ends with a sentence and without an account', async () => {
    const { error, page } = await product.enter('signup', { cancel: 'yes' });
    expect(error).toEqual({
      code: 'provider-sign-in-failed',
      message: 'You did not go on with Local account. Nothing was changed.',
    });
    expect(page.status).toBe(400);
  });

  test('opens no account of another site', async () => {
    const email = newEmail();
    await product.enter('signup', confirmed(email));
    const { error } = await product.enter('login', confirmed(email), {
      publicKey: 'pk_sb_enrolment',
      appId: 'app_enrolment',
    });
    expect(error.code).toBe('provider-not-found');
  });
});

test('a provider cannot log in to a void account', async () => {
  const email = newEmail();
  await product.enter('signup', confirmed(email));
  await product.database.pool.query('update member set voided_at = now() where email = $1', [email]);
  expect((await product.enter('login', confirmed(email))).error.code).toBe('invalid-credentials');
});

describe('a password reset', () => {
  test('disconnects all providers, which an attacker may have connected; a verified address connects again', async () => {
    const email = newEmail();
    const { data } = await product.enter('signup', confirmed(email));
    await product.call('POST', '/auth/send-reset-password-email', { body: { email } });
    const code = await codeFor(email);
    const newPassword = 'quiet-harbour-mill-7';
    const reset = await product.call('POST', '/auth/reset-password', { body: { token: code, newPassword, email } });
    expect(reset.status).toBe(200);
    const { rows } = await product.database.pool.query('select 1 from member_identity where member_id = $1', [
      data.member.id,
    ]);
    expect(rows).toEqual([]);
    expect((await product.enter('login', confirmed(email))).data.member.id).toBe(data.member.id);
  });
});

describe('a member with a second factor', () => {
  const post = async (path: string, body?: unknown, options: { token?: string } = {}) => {
    const answer = await product.call('POST', path, { body, ...options });
    return { status: answer.status, text: JSON.stringify(answer.body), data: answer.body?.data } as Reply;
  };

  test('has no provider connected by a log-in that ends before the second factor', async () => {
    const email = newEmail();
    const { id, token } = await product.buildMember(email);
    await setUpAuthenticator({ post }, { token });
    await product.database.pool.query('update member set verified = true where id = $1', [id]);
    expect((await product.enter('login', confirmed(email))).error.code).toBe('second-factor-required');
    const { rows } = await product.database.pool.query('select from member_identity where member_id = $1', [id]);
    expect(rows).toEqual([]);
  });

  test('is asked for it by the window, which posts the step to the page', async () => {
    const email = newEmail();
    const joined = await product.enter('signup', confirmed(email));
    const { accessToken: token } = joined.data.tokens;
    const { secret } = await setUpAuthenticator({ post }, { token });
    const asked = await product.enter('login', confirmed(email));
    expect(asked.data).toBeUndefined();
    expect(asked.error).toMatchObject({
      code: 'second-factor-required',
      methods: ['authenticator', 'recovery-code'],
      step: expect.any(String),
    });
    const { step } = asked.error as unknown as { step: string };
    const entered = await post('/auth/second-step', { step, method: 'authenticator', code: await codeOf(secret) });
    expect(entered).toMatchObject({ status: 200, data: { member: { auth: { email } } } });
    const { body } = await product.call('GET', '/member/sessions', { token: entered.data.tokens.accessToken });
    expect(body.data.find(({ current }: { current: boolean }) => current)).toMatchObject({
      way: 'provider',
      provider: 'local',
    });
  });

  test('is asked for it too after staff marked the address as unproved', async () => {
    const email = newEmail();
    const { id, token } = await product.buildMember(email);
    await setUpAuthenticator({ post }, { token });
    await product.database.pool.query('update member set verified = false where id = $1', [id]);
    expect((await product.enter('login', confirmed(email))).error.code).toBe('second-factor-required');
  });
});

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { goodPassword, newEmail, startTestMembership, type TestMembership } from '../../../testing/membership.ts';

let product: TestMembership;
beforeAll(async () => {
  product = await startTestMembership();
});
afterAll(() => product.stop());

const signUp = (body: Record<string, unknown>, options = {}) =>
  product.post('/auth/signup', { email: newEmail(), password: goodPassword, ...body }, options);

const countMembers = async () => (await product.database.pool.query('select count(*)::int from member')).rows[0].count;

describe('sign-up with a password', () => {
  test('makes an account and signs it in', async () => {
    const email = newEmail();
    const { status, data } = await signUp({
      email,
      customFields: { 'first-name': 'Ada', newsletter: true },
      metaData: { from: 'footer' },
      plans: [{ planId: 'pln_demo_free' }],
      origin_domain: 'https://anywhere.example',
      conversionData: { browser: 'FIREFOX' },
      captchaToken: null,
      inviteToken: null,
    });
    expect(status).toBe(200);
    expect(data.member).toMatchObject({
      verified: false,
      profileImage: null,
      auth: { email, hasPassword: true, providers: [] },
      customFields: { 'first-name': 'Ada', newsletter: 'true' },
      metaData: { from: 'footer' },
      permissions: [],
      teams: { ownedTeams: [], joinedTeams: [] },
      planConnections: [{ active: true, status: 'ACTIVE', planId: 'pln_demo_free', type: 'FREE', payment: null }],
    });
    expect(data.member.id).toMatch(/^mem_sb_/);
    expect(data.tokens.type).toBe('bearer');
    const days = (data.tokens.expires - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(13.9);
    expect(days).toBeLessThan(14.1);
    const again = await product.call('GET', '/member', { token: data.tokens.accessToken });
    expect(again.data).toEqual(data.member);
  });

  test('fills in what the site sets for newcomers', async () => {
    const { data } = await signUp(
      { customFields: { 'first-name': 'Ada', 'last-name': 'Lind' } },
      { headers: { 'x-api-key': 'pk_sb_enrolment' } },
    );
    expect(data.member.customFields).toEqual({
      'first-name': 'Ada',
      'last-name': 'Lind',
      stage: '1',
      'email-notifications': 'true',
      'marketing-emails': 'false',
      'password-set': 'true',
    });
  });

  test('mails a link that proves the address', async () => {
    const email = newEmail();
    await signUp({ email });
    expect((await product.mailsTo(email)).map((mail) => mail.kind)).toEqual(['verification']);
  });

  test('grants free plans and leaves paid and unknown ones out', async () => {
    const plans = ['pln_demo_maker', 'pln_demo_free', 'pln_enrolled', 'pln_unknown', '__proto__'];
    const { data } = await signUp({ plans: plans.map((planId) => ({ planId })) });
    expect(data.member.planConnections.map((each: { planId: string }) => each.planId)).toEqual(['pln_demo_free']);
  });

  test('adds the content groups a member may see, when asked', async () => {
    const options = { includeContentGroups: true };
    const visitor = await signUp({ options });
    const friend = await signUp({ options, plans: [{ planId: 'pln_demo_free' }] });
    const keys = (answer: typeof visitor) => answer.data.contentGroups.map((group: { key: string }) => group.key);
    expect(keys(visitor)).toEqual(['members-evenings']);
    expect(keys(friend)).toEqual(['members-evenings', 'workshop-plans']);
    expect((await signUp({})).data).not.toHaveProperty('contentGroups');
  });

  test('refuses a taken address in whatever case it is written', async () => {
    const { email } = await product.buildMember();
    const again = await signUp({ email: email.toUpperCase() });
    expect([again.status, again.error.code, again.error.message]).toEqual([
      409,
      'email-already-in-use',
      'This email address cannot be used.',
    ]);
    expect(await product.mailsTo(email)).toHaveLength(1);
  });

  test('lets one of ten simultaneous sign-ups with one address through', async () => {
    const email = newEmail();
    const answers = await Promise.all(Array.from({ length: 10 }, () => signUp({ email })));
    const statuses = answers.map(({ status }) => status).toSorted();
    expect(statuses).toEqual([200, ...Array.from({ length: 9 }, () => 409)]);
  });

  test('keeps the members of two sites apart', async () => {
    const { email, password } = await product.buildMember();
    const elsewhere = { headers: { 'x-api-key': 'pk_sb_enrolment' } };
    expect((await product.post('/auth/login', { email, password }, elsewhere)).status).toBe(401);
    expect((await signUp({ email }, elsewhere)).status).toBe(200);
  });

  test('takes every field of a form as text, and an empty one as not given', async () => {
    const empty = { 'first-name': '', workshop: '', newsletter: '', phone: '', 'membership-number': '' };
    const answers = [await signUp({ customFields: empty })];
    for (const newsletter of ['true', 'false']) answers.push(await signUp({ customFields: { ...empty, newsletter } }));
    expect(answers.map(({ status, data }) => [status, data?.member.customFields.newsletter])).toEqual([
      [200, 'false'],
      [200, 'true'],
      [200, 'false'],
    ]);
    for (const { data } of answers) expect(data.member.customFields).not.toHaveProperty('membership-number');
  });

  test.for([
    [{ password: 'seven77' }, 'invalid-password-too-short'],
    [{ password: 'é'.repeat(257) }, 'invalid-password-too-long'],
    [{ password: 'x'.repeat(60_000) }, 'invalid-password-too-long'],
    [{ password: 'Password123' }, 'invalid-password-too-common'],
    [{ password: 'RIVERBEND MAKERS' }, 'invalid-password-too-common'],
    [{ email: 'somebody.own@example.org', password: 'Somebody.Own@example.org' }, 'invalid-password-too-common'],
    [{ email: 'somebody.own@example.org', password: 'somebody.own' }, 'invalid-password-too-common'],
    [{ email: 'somebody.own@example.org', password: 'Own-Somebody-1990!' }, 'invalid-password-too-common'],
    [{ password: 'Riverbend2026!' }, 'invalid-password-too-common'],
    [{ email: undefined }, 'required-field-missing'],
    [{ email: null }, 'required-field-missing'],
    [{ password: undefined }, 'required-field-missing'],
    [{ password: null }, 'required-field-missing'],
    [{ email: ' blank@example.org' }, 'invalid-email'],
    [{ email: 'one@example.org,two@example.org' }, 'invalid-email'],
    [{ email: '\u212aelvin@example.org' }, 'invalid-email'],
    [{ email: 'short@example.o' }, 'invalid-email'],
    [{ metaData: { big: 'x'.repeat(4_100) } }, 'invalid-request'],
    [{ metaData: { odd: '\u0000' } }, 'invalid-json'],
    [{ metaData: { odd: ['\ud800'] } }, 'invalid-json'],
    [{ customFields: { 'first-name': 'x'.repeat(5_001) } }, 'invalid-field-value'],
    [{ customFields: { 'first-name': '\u0000' } }, 'invalid-json'],
    [{ customFields: { 'first-name': '\ud800' } }, 'invalid-json'],
    [{ customFields: { newsletter: 'perhaps' } }, 'invalid-field-value'],
    [{ customFields: { 'membership-number': '1' } }, 'field-not-writable'],
    [{ verified: true }, 'invalid-request'],
    [{ id: 'mem_sb_mine' }, 'invalid-request'],
    [{ planConnections: [] }, 'invalid-request'],
  ] as [Record<string, unknown>, string][])('refuses %j', async ([body, code]) => {
    const before = await countMembers();
    const { status, error } = await signUp(body);
    expect(error.code).toBe(code);
    expect(status).toBe(code === 'field-not-writable' ? 403 : 400);
    expect(await countMembers()).toBe(before);
  });

  test('takes a password of 256 characters and every one of them counts', async () => {
    const [email, password] = [newEmail(), `${'ö'.repeat(255)}1`];
    expect((await signUp({ email, password })).status).toBe(200);
    expect((await product.post('/auth/login', { email, password: `${'ö'.repeat(255)}2` })).status).toBe(401);
    expect((await product.post('/auth/login', { email, password })).status).toBe(200);
  });

  test('neither trims nor folds a password', async () => {
    const [email, password] = [newEmail(), ' Slow River \u00e9 '];
    await signUp({ email, password });
    for (const other of [password.trim(), password.toLowerCase(), password.normalize('NFD')])
      expect((await product.post('/auth/login', { email, password: other })).status).toBe(401);
    expect((await product.post('/auth/login', { email, password })).status).toBe(200);
  });

  test('stops after 20 from one client address, typing errors not counted', async () => {
    const from = '198.51.100.7';
    for (let tried = 0; tried < 3; tried++) expect((await signUp({ password: 'short' }, { from })).status).toBe(400);
    const answers = await Promise.all(Array.from({ length: 22 }, () => signUp({}, { from })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(20);
    const late = await signUp({}, { from });
    expect([late.status, late.error.code]).toEqual([429, 'too-many-requests']);
    expect(Number(late.headers['retry-after'])).toBeGreaterThan(0);
    expect((await signUp({}, { from: '198.51.100.8' })).status).toBe(200);
  });
});

describe('sign-up with a mailed code', () => {
  const signUpWithCode = (body: Record<string, unknown>) => product.post('/auth/signup?isPasswordless=true', body);

  test('makes a proved account without a password', async () => {
    const email = newEmail();
    const asked = await product.post('/auth/passwordless/signup/send', { email });
    expect([asked.status, asked.json]).toEqual([200, { data: { success: true } }]);
    const passwordlessToken = await product.codeFor(email, 'signup-code');
    const { status, data } = await signUpWithCode({
      email,
      passwordlessToken,
      customFields: { 'first-name': 'Ada' },
      plans: [{ planId: 'pln_demo_free' }],
    });
    expect(status).toBe(200);
    expect(data.member).toMatchObject({ verified: true, auth: { email, hasPassword: false } });
    expect(data.member.planConnections).toHaveLength(1);
    expect(data.tokens.accessToken).toMatch(/^[\w-]{43}$/);
    expect((await signUpWithCode({ email, passwordlessToken })).error.code).toBe('invalid-passwordless-login-code');
  });

  test('refuses a wrong, missing or foreign code', async () => {
    const email = newEmail();
    const { code } = await product.freshCode(email, 'signup');
    const wrong = code === '000000' ? '000001' : '000000';
    expect((await signUpWithCode({ email, passwordlessToken: wrong })).error.code).toBe(
      'invalid-passwordless-login-code',
    );
    expect((await signUpWithCode({ email })).error.code).toBe('required-field-missing');
    const stranger = await signUpWithCode({ email: newEmail(), passwordlessToken: code });
    expect(stranger.error.code).toBe('invalid-passwordless-login-code');
    expect((await signUpWithCode({ email, passwordlessToken: code })).status).toBe(200);
  });

  test('answers the same for a taken address and writes to its owner', async () => {
    const { email } = await product.buildMember();
    const asked = await product.post('/auth/passwordless/signup/send', { email });
    expect([asked.status, asked.json]).toEqual([200, { data: { success: true } }]);
    const mails = await product.mailsTo(email);
    expect(mails.at(-1)!.kind).toBe('already-member');
    expect(mails.at(-1)!.text).not.toMatch(/\b\d{6}\b/);
  });

  test('mails sixty addresses for one network in ten minutes, and no list of strangers', async () => {
    const headers = { 'x-forwarded-for': '198.51.100.77' };
    const send = (way: 'signup' | 'login') =>
      product.post(`/auth/passwordless/${way}/send`, { email: newEmail() }, { headers });
    for (let asked = 0; asked < 60; asked++) expect((await send('signup')).status).toBe(200);
    expect((await send('signup')).error.code).toBe('too-many-requests');
    expect((await send('login')).status, 'codes for log-ins go on').toBe(200);
  });

  test('does not exist at a site that has switched mailed codes off', async () => {
    const live = { headers: { 'x-api-key': 'pk_live' } };
    for (const path of ['/auth/passwordless/signup/send', '/auth/passwordless/login/send'])
      expect((await product.post(path, { email: newEmail() }, live)).error.code).toBe('access-denied');
  });
});

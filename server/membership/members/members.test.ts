import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { declareSite } from '../../testing/declare-site.ts';
import { buildLibrary } from '../../testing/library-site.ts';
import { goodPassword, newEmail, startTestMembership, type TestMembership } from '../../testing/membership.ts';

let product: TestMembership;
beforeAll(async () => {
  product = await startTestMembership();
  const shown = { hidden: false, visibility: 'PRIVATE', askAtSignup: false } as const;
  const vip = { ...shown, key: 'vip', label: 'VIP', type: 'boolean', writableBy: 'server' } as const;
  const name = { ...shown, key: 'name', label: 'Name', type: 'text', writableBy: 'member' } as const;
  await declareSite(product.database.db, { ...buildLibrary([]), fields: [vip, name] }, product.services.keys);
});
afterAll(() => product.stop());

const save = (token: string | undefined, customFields: Record<string, unknown>, headers = {}) =>
  product.post('/member', { customFields }, { token, headers });
const read = async (token: string, headers = {}) => (await product.call('GET', '/member', { token, headers })).data;

describe('GET /member', () => {
  test('shows a member their own data alone', async () => {
    const { token, member } = await product.buildMember();
    await product.database.pool.query('update member set pending_email = null where id = $1', [member.id]);
    const answer = await product.call('GET', '/member', { token });
    expect(answer.status).toBe(200);
    expect(Object.keys(answer.data).toSorted()).toEqual([
      'auth',
      'createdAt',
      'customFields',
      'id',
      'loginRedirect',
      'metaData',
      'permissions',
      'planConnections',
      'profileImage',
      'stripeCustomerId',
      'teams',
      'verified',
    ]);
    expect(answer.text).not.toMatch(/argon2|hash/i);
    expect(answer.headers['cache-control']).toBe('private, no-store');
  });

  test('answers null to a visitor and to a dead token', async () => {
    const { token } = await product.buildMember();
    await product.call('POST', '/member/logout', { token });
    for (const options of [{}, { token }]) {
      const { status, json } = await product.call('GET', '/member', options);
      expect([status, json]).toEqual([200, { data: null }]);
    }
  });
});

describe('POST /member', () => {
  test('merges values, and stores booleans, numbers and null as text', async () => {
    const { token } = await product.buildMember();
    await save(token, { 'first-name': 'Ada', phone: '1' });
    const { status, data, json } = await save(token, { phone: 42, newsletter: true, workshop: null });
    expect(status).toBe(200);
    expect(data.customFields).toEqual({ 'first-name': 'Ada', phone: '42', newsletter: 'true', workshop: '' });
    expect(json._internalUseOnly.message).toBeTruthy();
    expect((await read(token)).customFields).toEqual(data.customFields);
  });

  test('concurrent writers lose no update', async () => {
    const { token } = await product.buildMember();
    await Promise.all([
      save(token, { 'first-name': 'Ada' }),
      save(token, { workshop: 'Glass' }),
      save(token, { phone: '7' }),
    ]);
    expect((await read(token)).customFields).toMatchObject({ 'first-name': 'Ada', workshop: 'Glass', phone: '7' });
  });

  test.for([
    'stage',
    'payment-status',
    'payment-info',
    'eligibility-status',
    'password-set',
    'source',
    'download-date',
  ])('refuses %s, which the service writes, and then changes nothing', async (key) => {
    const headers = { 'x-api-key': 'pk_sb_enrolment' };
    const email = newEmail();
    const { data } = await product.post('/auth/signup', { email, password: goodPassword }, { headers });
    const token = data.tokens.accessToken;
    const before = await read(token, headers);
    const { status, error } = await save(token, { 'first-name': 'Ada', [key]: '3' }, headers);
    expect([status, error.code, error.field]).toEqual([403, 'field-not-writable', key]);
    expect(await read(token, headers)).toEqual(before);
  });

  test('accepts all fields of a member, as forms send them, and writes the changed ones', async () => {
    const { token, member } = await product.buildMember();
    await product.database.pool.query(
      `update member set custom_fields = custom_fields || '{"membership-number": "17"}' where id = $1`,
      [member.id],
    );
    const shown = (await read(token)).customFields;
    expect(shown).toMatchObject({ 'membership-number': '17', newsletter: 'false' });
    const changed = await save(token, { ...shown, phone: '7', newsletter: '' });
    expect([changed.status, changed.data?.customFields]).toEqual([200, { ...shown, phone: '7' }]);
    const emptied = await save(token, { ...shown, 'membership-number': '', newsletter: 'true' });
    expect([emptied.status, emptied.data?.customFields]).toEqual([200, { ...shown, phone: '7', newsletter: 'true' }]);
    const written = await save(token, { ...shown, phone: '8', 'membership-number': '18' });
    expect([written.status, written.error.code, written.error.field]).toEqual([
      403,
      'field-not-writable',
      'membership-number',
    ]);
    expect((await read(token)).customFields).toEqual(emptied.data.customFields);
  });

  test('accepts a text of several lines that the service wrote as a field of one line sends it', async () => {
    const { token, member } = await product.buildMember();
    const stored = { 'membership-number': 'Room 4\r\nMondays' };
    await product.database.pool.query('update member set custom_fields = $2 where id = $1', [member.id, stored]);
    const saved = await save(token, { phone: '7', 'membership-number': 'Room 4Mondays' });
    expect([saved.status, saved.data?.customFields]).toMatchObject([200, { ...stored, phone: '7' }]);
    const written = await save(token, { phone: '8', 'membership-number': 'Room 5Mondays' });
    expect([written.status, written.error.code]).toEqual([403, 'field-not-writable']);
    expect((await read(token)).customFields).toMatchObject({ ...stored, phone: '7' });
  });

  test('accepts a derived field that is unchanged', async () => {
    const headers = { 'x-api-key': 'pk_sb_enrolment' };
    const { data } = await product.post(
      '/auth/signup',
      { email: newEmail(), password: goodPassword, customFields: { 'password-set': '', stage: '' } },
      { headers },
    );
    const token = data.tokens.accessToken;
    expect(data.member.customFields['password-set']).toBe('true');
    expect((await save(token, { 'first-name': 'Ada', 'password-set': 'true' }, headers)).status).toBe(200);
    expect((await save(token, { 'password-set': 'false' }, headers)).error.code).toBe('field-not-writable');
  });

  test('accepts an unticked box of the service where nothing is stored, and no other change of it', async () => {
    const headers = { 'x-api-key': 'pk_sb_library' };
    const { token, member } = await product.buildMember({ headers });
    const saved = await save(token, { name: 'Ada', vip: false }, headers);
    expect([saved.status, saved.data?.customFields]).toEqual([200, { name: 'Ada' }]);
    expect((await save(token, { vip: true }, headers)).error.code).toBe('field-not-writable');
    const stored = { name: 'Ada', vip: 'true' };
    await product.database.pool.query('update member set custom_fields = $2 where id = $1', [member.id, stored]);
    expect((await save(token, { vip: false }, headers)).error.code).toBe('field-not-writable');
    expect((await read(token, headers)).customFields).toEqual(stored);
  });

  test('leaves keys the site does not declare out, other spellings too', async () => {
    const headers = { 'x-api-key': 'pk_sb_enrolment' };
    const email = newEmail();
    const { data } = await product.post('/auth/signup', { email, password: goodPassword }, { headers });
    const odd = { Stage: '3', ' stage': '3', stage_: '3', toString: 'x', 'hair-colour': 'red' };
    const answer = await save(data.tokens.accessToken, odd, headers);
    expect(answer.status).toBe(200);
    expect(answer.data.customFields).toEqual(data.member.customFields);
    const { rows } = await product.database.pool.query('select custom_fields from member where email = $1', [email]);
    expect(rows[0].custom_fields).toEqual({});
  });

  test('shows text as it was typed', async () => {
    const { token } = await product.buildMember();
    const typed = `<img src=x onerror=alert(1)> '; drop table member; -- 👩‍🔬\n\t"`;
    expect((await save(token, { 'first-name': typed })).data.customFields['first-name']).toBe(typed);
  });

  test.for([
    [{ customFields: { 'first-name': 'x'.repeat(5_001) } }, 'invalid-field-value'],
    [{ customFields: { 'first-name': '\u0000' } }, 'invalid-json'],
    [{ customFields: { 'first-name': '\udfff' } }, 'invalid-json'],
    [{ customFields: { 'sta\u0000ge': '3' } }, 'invalid-json'],
    [{ customFields: { newsletter: 'yes' } }, 'invalid-field-value'],
    [{ customFields: { 'first-name': {} } }, 'invalid-request'],
    [{ customFields: { 'first-name': ['x'] } }, 'invalid-request'],
    [{ customFields: {}, verified: true }, 'invalid-request'],
    [{ customFields: {}, planConnections: [] }, 'invalid-request'],
    [{ customFields: {}, id: 'mem_sb_other' }, 'invalid-request'],
    [{ customFields: null }, 'invalid-request'],
    [{}, 'invalid-request'],
  ] as [object, string][])('refuses %j', async ([body, code]) => {
    const { token } = await product.buildMember();
    const before = await read(token);
    const { status, error } = await product.post('/member', body, { token });
    expect([status, error.code]).toEqual([400, code]);
    expect(await read(token)).toEqual(before);
  });

  test('is refused to visitors', async () => {
    expect((await save(undefined, { 'first-name': 'Ada' })).error.code).toBe('login-required');
  });

  test('is limited per member', async () => {
    const [eager, other] = [await product.buildMember(), await product.buildMember()];
    const change = async ({ token }: { token: string }) =>
      (await product.post('/member', { customFields: { 'first-name': 'Ana' } }, { token })).status;
    expect(await change(eager)).toBe(200);
    await product.database.pool.query('update rate_limit set points = 120 where key = $1', [
      `member-change:${eager.member.id}`,
    ]);
    expect([await change(eager), await change(other)]).toEqual([429, 200]);
  });
});

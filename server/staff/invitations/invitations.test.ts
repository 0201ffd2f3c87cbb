import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { developmentSecret } from '../../platform/development-secrets.ts';
import { createKeys, hashToken } from '../../platform/keys.ts';
import { readBody } from '../../platform/mail.ts';
import { createSoftwareAuthenticator } from '../../testing/software-authenticator.ts';
import { cookiesOf, openConsole, staffPassword, type Employed, type TestConsole } from '../../testing/staff-console.ts';
import { startTestProduct, type TestProduct } from '../../testing/product.ts';

let product: TestProduct;
let console: TestConsole;
let owner: Employed;
beforeAll(async () => {
  product = await startTestProduct();
  console = openConsole(product);
  owner = await console.employ({ role: 'owner' });
});
afterAll(() => product.stop());

const open = (token: string) => console.call('POST', '/invitations/open', { body: { token } });
const codeOf = ({ status, body }: { status: number; body: any }) => (status === 200 ? 'done' : body.error.code);

/** Accepts by passkey: no code has to be waited for. */
async function accept(token: string, password = staffPassword) {
  const { body } = await console.call('POST', '/invitations/passkey', { body: { token } });
  if (body.error) return console.call('POST', '/invitations/accept', { body: acceptance(token, password, {}) });
  const credential = createSoftwareAuthenticator().create(body.data, { origin: console.origin });
  return console.call('POST', '/invitations/accept', { body: acceptance(token, password, credential) });
}
const acceptance = (token: string, password: string, credential: object) => ({
  token,
  name: 'Ana',
  password,
  factor: {
    way: 'passkey',
    name: 'Phone',
    credential: { id: 'a', rawId: 'a', type: 'public-key', response: {}, ...credential },
  },
});

describe('an invitation', () => {
  test('is mailed with a link whose token is in the fragment, and stored as a hash alone', async () => {
    const body = { email: 'new.person@example.org', role: 'admissions', sites: [], partners: ['uts'] };
    const invited = await console.call('POST', '/staff', { cookie: owner.cookie, body });
    expect(invited.body.data).toMatchObject({ email: body.email, state: 'invited', role: 'admissions' });
    const { rows } = await product.database.pool.query(
      `select body_text, body_html, sealed_body from mail_outbox
       where recipient = $1 and kind = 'staff-invitation' and sensitive and body_text = ''`,
      [body.email],
    );
    const keys = createKeys([await developmentSecret(product.database.db, 'signing')]);
    const [, token] = /\/console\/invitation#([\w-]{43})\s/.exec(readBody(keys, rows[0]).text)!;
    expect((await open(token!)).body.data.email).toBe(body.email);
    const stored = await product.database.pool.query('select token_hash from staff_invitation where token_hash = $1', [
      hashToken(token!),
    ]);
    expect(stored.rowCount).toBe(1);
  });

  test('gives name, password, second factor, recovery codes and a session at once', async () => {
    const { token, email } = await console.invite({ role: 'finance', partners: ['uts'] });
    expect((await open(token)).body.data).toMatchObject({ email, role: 'finance', name: '' });
    const accepted = await accept(token);
    expect(accepted.status).toBe(200);
    expect(accepted.body.data.recoveryCodes).toHaveLength(10);
    const { body } = await console.call('GET', '/me', { cookie: cookiesOf(accepted) });
    expect(body.data).toMatchObject({ email, name: 'Ana', role: 'finance', scope: { sites: [], partners: ['uts'] } });
  });

  test('works once: a second use is refused, also of two at the same time', async () => {
    const { token } = await console.invite({ role: 'owner' });
    const answers = await Promise.all([accept(token), accept(token)]);
    expect(answers.map(codeOf).toSorted()).toEqual(['done', 'invalid-invitation']);
    expect(codeOf(await open(token))).toBe('invalid-invitation');
    expect(codeOf(await accept(token))).toBe('invalid-invitation');
  });

  test('of 72 hours ago is refused, and of a minute less is not', async () => {
    const { token, id } = await console.invite({ role: 'owner' });
    const age = (hours: number, minutes: number) =>
      product.database.pool.query(
        `update staff_invitation set expires_at = expires_at - make_interval(hours => $2, mins => $3) where staff_id = $1`,
        [id, hours, minutes],
      );
    await age(71, 59);
    expect(codeOf(await open(token))).toBe('done');
    await age(0, 1);
    for (const path of ['open', 'authenticator', 'passkey'])
      expect(codeOf(await console.call('POST', `/invitations/${path}`, { body: { token } }))).toBe(
        'invalid-invitation',
      );
    expect(codeOf(await accept(token))).toBe('invalid-invitation');
  });

  test('guessed is refused, and guesses are limited by network', async () => {
    const from = '203.0.113.9';
    const guess = () => console.call('POST', '/invitations/open', { body: { token: 'guessed' }, from });
    expect(codeOf(await guess())).toBe('invalid-invitation');
    const codes: string[] = [];
    for (let tried = 0; tried < 60; tried++) codes.push(codeOf(await guess()));
    expect(codes.at(-1)).toBe('too-many-requests');
  });

  test('sent again ends the link before', async () => {
    const { token, id } = await console.invite({ role: 'owner' });
    const again = await console.call('POST', `/staff/${id}/invitation`, { cookie: owner.cookie });
    expect(again.body.data).toMatchObject({ id, state: 'invited' });
    expect(codeOf(await open(token))).toBe('invalid-invitation');
  });

  test('is refused with a password that is short, common or made of the address, and stays good', async () => {
    const { token, email } = await console.invite({ role: 'owner' });
    expect(codeOf(await accept(token, 'short-pass1'))).toBe('invalid-password-too-short');
    expect(codeOf(await accept(token, email))).toBe('invalid-password-too-common');
    expect(codeOf(await accept(token))).toBe('done');
  });

  test('is refused without a right second factor: there is no account with a password alone', async () => {
    const { token, id } = await console.invite({ role: 'owner' });
    await console.call('POST', '/invitations/authenticator', { body: { token } });
    const factor = { way: 'authenticator', code: '000000' };
    const body = { token, name: 'Ana', password: staffPassword, factor };
    expect(codeOf(await console.call('POST', '/invitations/accept', { body }))).toBe('invalid-second-factor-code');
    const { rows } = await product.database.pool.query('select password_hash, accepted_at from staff where id = $1', [
      id,
    ]);
    expect(rows).toEqual([{ password_hash: null, accepted_at: null }]);
    // Negative control: the link still works with a right one.
    expect(codeOf(await accept(token))).toBe('done');
  });

  test('takes no passkey that was asked for with the link of somebody else', async () => {
    const [mine, other] = [
      await console.invite({ role: 'owner' }),
      await console.invite({ role: 'reader', partners: ['uts'] }),
    ];
    const { body } = await console.call('POST', '/invitations/passkey', { body: { token: other.token } });
    const credential = createSoftwareAuthenticator().create(body.data, { origin: console.origin });
    const crossed = acceptance(mine.token, staffPassword, credential);
    expect(codeOf(await console.call('POST', '/invitations/accept', { body: crossed }))).toBe('passkey-refused');
  });

  test('of somebody who was removed is refused', async () => {
    const { token, id } = await console.invite({ role: 'owner' });
    expect((await console.call('DELETE', `/staff/${id}`, { cookie: owner.cookie })).status).toBe(200);
    expect(codeOf(await accept(token))).toBe('invalid-invitation');
  });
});

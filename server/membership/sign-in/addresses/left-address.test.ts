import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createAddressChanges } from '../../../testing/address-changes.ts';
import { buildServer } from '../../../testing/administration.ts';
import { goodPassword, newEmail, startTestMembership, type TestMembership } from '../../../testing/membership.ts';
import { accountKey, wrongGuessesPerAccount } from '../sign-in-limits.ts';

/** Former addresses: which member may take one. */

let product: TestMembership;
beforeAll(async () => {
  product = await startTestMembership();
});
afterAll(() => product.stop());

const { undo, confirm, move, moveTo, buildMoved } = createAddressChanges(() => product);
const newPassword = 'the-owners-password-5';
const signUp = (email: string) => product.post('/auth/signup', { email, password: newPassword });
const logIn = (email: string, password = goodPassword) => product.post('/auth/login', { email, password });
const signUpByCode = (email: string, passwordlessToken: string) =>
  product.post('/auth/signup?isPasswordless=true', { email, passwordlessToken });

describe('an address left without proof', () => {
  /** A stranger signs up on an address and proves another one. @returns the address */
  async function buildLeft() {
    const { email, token } = await product.buildMember();
    await move(newEmail(), { token });
    await product.forgetMailLimits();
    return email;
  }

  test('is free at once for a sign-up with a password, whose owner can reset it', async () => {
    const email = await buildLeft();
    const { status, data } = await signUp(email);
    expect([status, data.member.auth.email]).toEqual([200, email]);
    const { code } = await product.freshCode(email, 'reset');
    const reset = { email, token: code, newPassword: goodPassword };
    expect((await product.post('/auth/reset-password', reset)).status).toBe(200);
    expect((await logIn(email)).data.member).toMatchObject({ id: data.member.id, verified: true });
  });

  test('is free at once for a sign-up with a mailed code', async () => {
    const email = await buildLeft();
    const { code } = await product.freshCode(email, 'signup');
    const { status, data } = await signUpByCode(email, code);
    expect([status, data.member.verified]).toEqual([200, true]);
  });
});

describe('an address with another person’s account', () => {
  test('goes to its owner by a mailed code, despite concurrent changes by the account’s maker', async () => {
    const stranger = await product.buildMember();
    const { code } = await product.freshCode(stranger.email, 'reset');
    const change = { oldPassword: stranger.password, newPassword: 'changed-by-the-stranger-3' };
    expect((await product.post('/member-auth', change, { token: stranger.token })).status).toBe(200);
    const reset = { email: stranger.email, token: code, newPassword };
    expect((await product.post('/auth/reset-password', reset)).status).toBe(200);
    expect((await logIn(stranger.email, newPassword)).data.member.verified).toBe(true);
    expect((await logIn(stranger.email, change.newPassword)).status).toBe(401);
  });
});

describe('a kept former address', () => {
  test('is refused to an unproved claim, also at the moment it is left (race)', async () => {
    const member = await product.buildMember({ proved: true });
    const stolen = newEmail();
    await product.post('/member-auth', { email: stolen, oldPassword: goodPassword }, { token: member.token });
    const proof = await product.linkTokenFor(stolen, 'verification');
    const [, ...squatters] = await Promise.all([
      confirm(proof),
      ...Array.from({ length: 8 }, () => signUp(member.email)),
    ]);
    squatters.push(await signUp(member.email));
    expect(squatters.map(({ error }) => error?.code)).toEqual(Array(9).fill('email-already-in-use'));
    expect((await undo(await product.linkTokenFor(member.email, 'address-changed'))).status).toBe(200);
  });

  test('goes to a sign-up that proves the mailbox with a code, and the link back is void', async () => {
    const { email, stolen, link, member } = await buildMoved();
    const { code } = await product.freshCode(email, 'signup');
    const { status, data } = await signUpByCode(email, code);
    expect([status, data.member.verified, data.member.auth.email]).toEqual([200, true, email]);
    expect((await undo(link)).status).toBe(400);
    expect((await logIn(stolen)).data.member.id).toBe(member.id);
  });

  test('goes to another member who proves the mailbox', async () => {
    const { email, link } = await buildMoved();
    const other = await product.buildMember({ proved: true });
    await product.forgetMailLimits();
    await moveTo(email, other);
    expect((await logIn(email)).data.member.id).toBe(other.member.id);
    expect((await undo(link)).status).toBe(400);
  });

  test.for(['reset', 'login'] as const)('gets the link back again at a request for a %s code', async (purpose) => {
    const { email, link, member } = await buildMoved();
    await product.database.pool.query("update former_address set kept_until = kept_until - interval '70 hours'");
    await product.forgetMailLimits();
    const path = purpose === 'reset' ? '/auth/send-reset-password-email' : '/auth/passwordless/login/send';
    expect((await product.post(path, { email })).status).toBe(200);
    const mails = await product.mailsTo(email);
    expect(mails.filter(({ kind }) => kind === 'address-changed')).toHaveLength(2);
    const again = await product.linkTokenFor(email, 'address-changed');
    expect(again).not.toBe(link);
    // It works no longer than the first one.
    const { rows } = await product.database.pool.query(
      'select distinct kept_until, created_at from former_address where email = $1',
      [email],
    );
    expect(rows).toHaveLength(1);
    expect((await undo(again)).status).toBe(200);
    expect((await undo(link)).status).toBe(400);
    const { code } = await product.freshCode(email, 'reset');
    expect((await product.post('/auth/reset-password', { email, token: code, newPassword })).status).toBe(200);
    expect((await logIn(email, newPassword)).data.member.id).toBe(member.id);
  });

  test('has one member when its link and a code are used at the same moment', async () => {
    for (let round = 0; round < 5; round++) {
      const { email, link } = await buildMoved();
      const { code } = await product.freshCode(email, 'signup');
      const [undone, made] = await Promise.all([undo(link), signUpByCode(email, code)]);
      expect([[200, 409].join(), [400, 200].join()]).toContain([undone.status, made.status].join());
      await product.forgetMailLimits();
    }
  });

  test('can be changed back to by the member at any time', async () => {
    const { email, stolen, token } = await buildMoved();
    await product.forgetMailLimits();
    await moveTo(email, { email: stolen, token });
    expect((await logIn(email)).status).toBe(200);
  });
});

describe('failures in a row at an address run out in four weeks once it is left', () => {
  const guessAt = (email: string) =>
    product.services.limits.take(wrongGuessesPerAccount, accountKey('app_demo', email));
  const readDays = async (email: string) => {
    const { rows } = await product.database.pool.query(
      `select round((expire / 1000 - extract(epoch from now())) / 86400)::int as days from rate_limit where key = $1`,
      [`wrong-guess:${accountKey('app_demo', email)}`],
    );
    return rows.map(({ days }) => days);
  };

  test('by a member who proves another one', async () => {
    const { email, token } = await product.buildMember();
    await guessAt(email);
    expect(await readDays(email)).toEqual([null]);
    await move(newEmail(), { token });
    expect(await readDays(email)).toEqual([28]);
  });

  test('by a member who goes back to the one before', async () => {
    const { stolen, link } = await buildMoved();
    await guessAt(stolen);
    expect((await undo(link)).status).toBe(200);
    expect(await readDays(stolen)).toEqual([28]);
  });

  test('as the site’s server gives the member another one', async () => {
    const server = await buildServer(product, 'app_demo');
    const { email, member } = await product.buildMember();
    await guessAt(email);
    expect((await server.call('PATCH', `/admin/members/${member.id}`, { email: newEmail() })).status).toBe(200);
    expect(await readDays(email)).toEqual([28]);
  });
});

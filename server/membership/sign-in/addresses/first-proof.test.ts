import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createAddressChanges } from '../../../testing/address-changes.ts';
import { goodPassword, newEmail, startTestMembership, type TestMembership } from '../../../testing/membership.ts';

/** Account pre-hijacking: the owner of an address takes over an account that another person made on it. */

let product: TestMembership;
beforeAll(async () => {
  product = await startTestMembership();
});
afterAll(() => product.stop());

const { undo, buildMoved } = createAddressChanges(() => product);
const newPassword = 'the-owners-password-5';
const logIn = (email: string, password: string) => product.post('/auth/login', { email, password });

async function logInWithCode(email: string) {
  const { code } = await product.freshCode(email, 'login');
  return product.post('/auth/passwordless/login', { email, passwordlessToken: code });
}

describe('the first proof of an address by a mailed code', () => {
  test('drops the password, says so in the answer and by mail, and lets a new one be set at once', async () => {
    const { email, password } = await product.buildMember();
    const { data } = await logInWithCode(email);
    expect(data).toMatchObject({ passwordDropped: true, member: { verified: true, auth: { hasPassword: false } } });
    const told = (await product.mailsTo(email)).at(-1)!;
    expect([told.kind, told.subject]).toEqual(['password-dropped', expect.stringContaining('no longer works')]);
    const token = data.tokens.accessToken;
    expect((await product.post('/member/set-password', { password: newPassword }, { token })).status).toBe(200);
    expect((await logIn(email, password)).status).toBe(401);
    expect((await logIn(email, newPassword)).status).toBe(200);
    const second = await logInWithCode(email);
    expect(second.data).not.toHaveProperty('passwordDropped');
    expect((await logIn(email, newPassword)).status).toBe(200);
  });

  test('does not mention a password where there was none, or where the address was proved before', async () => {
    const [without, proved] = [await product.buildMember(), await product.buildMember({ proved: true })];
    await product.database.pool.query('update member set password_hash = null where id = $1', [without.member.id]);
    for (const { email } of [without, proved]) {
      expect((await logInWithCode(email)).data).not.toHaveProperty('passwordDropped');
      expect((await product.mailsTo(email)).map(({ kind }) => kind)).not.toContain('password-dropped');
    }
    expect((await logIn(proved.email, proved.password)).status).toBe(200);
  });
});

describe('the link back to a former address of the account’s maker', () => {
  /** The site's own server moves an account to an address that is not proved. @returns the link of the maker's mailbox */
  async function buildMovedByServer() {
    const { link, member } = await buildMoved();
    const email = newEmail();
    await product.database.pool.query('update member set email = $2, verified = false where id = $1', [
      member.id,
      email,
    ]);
    return { link, email };
  }

  test('ends with the first proof, by code and by reset', async () => {
    const [one, other] = [await buildMovedByServer(), await buildMovedByServer()];
    expect((await logInWithCode(one.email)).status).toBe(200);
    const { code } = await product.freshCode(other.email, 'reset');
    const reset = { email: other.email, token: code, newPassword };
    expect((await product.post('/auth/reset-password', reset)).status).toBe(200);
    for (const { link, email } of [one, other]) {
      expect((await undo(link)).status).toBe(400);
      expect((await logIn(email, goodPassword)).status).toBe(401);
    }
  });

  test('stays valid where the password of a proved account is reset: the attacker may do that', async () => {
    const { link, stolen, email } = await buildMoved();
    const { code } = await product.freshCode(stolen, 'reset');
    expect((await product.post('/auth/reset-password', { email: stolen, token: code, newPassword })).status).toBe(200);
    expect((await undo(link)).status).toBe(200);
    expect((await logIn(email, newPassword)).status).toBe(401);
  });
});

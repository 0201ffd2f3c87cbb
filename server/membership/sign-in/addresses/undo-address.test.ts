import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createAddressChanges } from '../../../testing/address-changes.ts';
import { declareSite } from '../../../testing/declare-site.ts';
import { goodPassword, newEmail, startTestMembership, type TestMembership } from '../../../testing/membership.ts';
import { planSite } from '../../../testing/plan-site.ts';
import { setUpAuthenticator, setUpPasskey } from '../../../testing/second-factor.ts';

let product: TestMembership;
beforeAll(async () => {
  product = await startTestMembership();
  await declareSite(product.database.db, planSite, product.services.keys);
});
afterAll(() => product.stop());

const { press, undoPage, undo, move, moveTo, buildMoved } = createAddressChanges(() => product);
const logIn = (email: string, password = goodPassword) => product.post('/auth/login', { email, password });
const isAlive = async (token: string) => (await product.call('GET', '/member', { token })).data !== null;

describe('the link in the mail to the old address', () => {
  test('restores it, revokes all other access, and mails a link to set a new password', async () => {
    const { email, stolen, link, token, member } = await buildMoved();
    expect((await logIn(email)).status).toBe(401);
    const thief = (await logIn(stolen)).data.tokens.accessToken;
    await product.database.pool.query(
      `insert into member_identity (site_id, issuer, subject, member_id, provider)
       select site_id, 'https://provider.example', 'thief', id, 'local' from member where id = $1`,
      [member.id],
    );
    const { code: thiefsCode } = await product.freshCode(stolen, 'login');
    const page = await product.call('GET', undoPage(link), { headers: { 'x-api-key': undefined } });
    expect(page.text).toContain(`Your account at Riverbend Makers will use ${email} again`);
    expect(page.text).toContain('<button');
    expect((await logIn(stolen)).status).toBe(200);
    const { status, text } = await undo(link);
    expect([status, text]).toEqual([200, expect.stringContaining('The old password no longer works')]);
    expect([await isAlive(token), await isAlive(thief)]).toEqual([false, false]);
    expect((await logIn(stolen)).status).toBe(401);
    expect((await logIn(email)).status).toBe(401);
    const late = { email: stolen, passwordlessToken: thiefsCode };
    expect((await product.post('/auth/passwordless/login', late)).status).toBe(400);
    await product.hurryMails();
    const code = await product.codeFor(email, 'reset-code');
    const newPassword = 'a-password-of-my-own-7';
    expect((await product.post('/auth/reset-password', { email, token: code, newPassword })).status).toBe(200);
    const { data } = await logIn(email, newPassword);
    expect(data.member).toMatchObject({ id: member.id, verified: true, auth: { email, providers: [] } });
    expect((await undo(link)).status).toBe(400);
  });

  test('works once, for one of five concurrent calls', async () => {
    const { link } = await buildMoved();
    const answers = await Promise.all(Array.from({ length: 5 }, () => undo(link)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400, 400, 400, 400]);
  });

  test('works for 72 hours and not longer', async () => {
    const [early, late] = [await buildMoved(), await buildMoved()];
    const age = (hours: number) =>
      product.database.pool.query("update former_address set kept_until = kept_until - $1 * interval '1 hour'", [
        hours,
      ]);
    await age(71.9);
    expect((await undo(early.link)).status).toBe(200);
    await age(0.2);
    expect((await undo(late.link)).status).toBe(400);
    expect((await product.call('GET', undoPage(late.link))).status).toBe(400);
  });

  test('takes presses from our own page alone, and no made-up token', async () => {
    const { link, stolen } = await buildMoved();
    for (const origin of ['https://elsewhere.example', undefined])
      expect((await undo(link, { origin })).status).toBe(403);
    expect((await undo('nonsense')).status).toBe(400);
    expect((await logIn(stolen)).status).toBe(200);
  });

  test('works though the attacker has changed the address again, and voids the later links', async () => {
    const moved = await buildMoved();
    const last = newEmail();
    const laterLink = await moveTo(last, { email: moved.stolen, token: moved.token });
    expect((await undo(moved.link)).status).toBe(200);
    expect((await logIn(moved.email)).status).toBe(401);
    await product.hurryMails();
    expect((await product.mailsTo(moved.email)).at(-1)!.kind).toBe('reset-code');
    expect((await undo(laterLink)).status).toBe(400);
    expect((await logIn(last)).status).toBe(401);
  });
});

describe('the second factor of an account whose address is restored', () => {
  /** Sets up both kinds at the old address, moves to another mailbox, and lets the old one press its link. */
  async function restore(ageOfFactors: string) {
    const member = await product.buildMember({ proved: true });
    const { pool } = product.database;
    await setUpAuthenticator(product, { token: member.token });
    await setUpPasskey(product, { token: member.token });
    await pool.query('update passkey set created_at = created_at - $2::interval where member_id = $1', [
      member.member.id,
      ageOfFactors,
    ]);
    await pool.query(
      `update authenticator_app set created_at = created_at - $2::interval, confirmed_at = confirmed_at - $2::interval
       where member_id = $1`,
      [member.member.id, ageOfFactors],
    );
    const link = await moveTo(newEmail(), member);
    expect((await undo(link)).status).toBe(200);
    await product.hurryMails();
    const code = await product.codeFor(member.email, 'reset-code');
    const newPassword = 'a-password-of-my-own-7';
    const reset = { email: member.email, token: code, newPassword };
    expect((await product.post('/auth/reset-password', reset)).status).toBe(200);
    return logIn(member.email, newPassword);
  }

  test('stays where it is older than the change by 72 hours, without recovery codes', async () => {
    const { status, error } = await restore('73 hours');
    expect([status, error.code]).toEqual([403, 'second-factor-required']);
    expect((error as { methods?: unknown }).methods).toEqual(['passkey', 'authenticator']);
  });

  test('ends where it was set up shortly before the change: a thief may have done both', async () => {
    expect((await restore('71 hours')).status).toBe(200);
  });
});

describe('an account made on a stranger’s address', () => {
  const headers = { 'x-api-key': planSite.publicKey };
  const askForPlan = (token: string) =>
    product.post('/member/plans/add', { planId: 'pln_choir_town' }, { token, headers });

  /** Signs up on an address of the town, and proves another one instead. */
  async function buildSquatted() {
    const { email: victim, token, password } = await product.buildMember({ headers });
    const own = newEmail().replace('example.org', 'elsewhere.example');
    await move(own, { token, headers });
    return { victim, own, token, password };
  }

  test('is never restored to it: the mailbox gets no link, and its maker no mail meant for its owner', async () => {
    const { victim, own, token, password } = await buildSquatted();
    expect((await product.mailsTo(victim)).map(({ kind }) => kind)).not.toContain('address-changed');
    expect((await product.database.pool.query('select 1 from former_address where email = $1', [victim])).rows).toEqual(
      [],
    );
    const attack = await product.post('/auth/login', { email: victim, password }, { headers });
    expect(attack.status).toBe(401);
    // The maker has an account all the same: their own, and without what is meant for the town.
    expect((await product.post('/auth/login', { email: own, password }, { headers })).data.member.verified).toBe(true);
    expect((await askForPlan(token)).error.code).toBe('domain-not-permitted');
  });

  test('leaves it to its owner, who signs up at once and gets what is meant for them', async () => {
    const { victim, token: makersToken } = await buildSquatted();
    const signUp = { email: victim, password: 'the-owners-password-5' };
    await product.forgetMailLimits();
    const { status, data } = await product.post('/auth/signup', signUp, { headers });
    expect(status).toBe(200);
    const token = await product.linkTokenFor(victim, 'verification');
    expect((await press('/account/verify-email', { token, password: signUp.password })).status).toBe(200);
    expect((await askForPlan(data.tokens.accessToken)).status).toBe(200);
    expect((await askForPlan(makersToken)).error.code).toBe('domain-not-permitted');
  });
});

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createAddressChanges } from '../../../testing/address-changes.ts';
import { letMailboxesRest } from '../../../testing/mailboxes.ts';
import { newEmail, startTestMembership, type TestMembership } from '../../../testing/membership.ts';
import { setUpAuthenticator, setUpPasskey } from '../../../testing/second-factor.ts';

let product: TestMembership;
beforeAll(async () => {
  product = await startTestMembership();
});
afterAll(() => product.stop());

const { press, moveTo, undo: undoAddress } = createAddressChanges(() => product);
const newPassword = 'a-password-of-my-own-7';
const logIn = (email: string, password: string) => product.post('/auth/login', { email, password });
const pageOf = (link: string) => `/account/undo-second-factor?token=${link}`;
const undo = (link: string, headers = {}) => press(pageOf(link), {}, headers);
const linkTo = (email: string) => product.linkTokenFor(email, 'first-factor-added');
const kindsTo = async (email: string) => (await product.mailsTo(email)).map(({ kind }) => kind);
const isAlive = async (token: string) => (await product.call('GET', '/member', { token })).data !== null;

/** Sets the password anew with the code that is mailed to the address. */
async function reset(email: string) {
  await product.hurryMails();
  const token = await product.codeFor(email, 'reset-code');
  return product.post('/auth/reset-password', { email, token, newPassword });
}

/** A proved member to whose account a thief of the password has added an authenticator app. */
async function buildRobbed() {
  const owner = await product.buildMember({ proved: true });
  const thief = (await logIn(owner.email, owner.password)).data.tokens.accessToken as string;
  await setUpAuthenticator(product, { token: thief });
  return { ...owner, thief, link: await linkTo(owner.email) };
}

describe('the link in the mail about a first second factor', () => {
  test('lets the owner in again whose thief has set one up, and shuts the thief out', async () => {
    const { email, password, thief, link, member } = await buildRobbed();
    await setUpPasskey(product, { token: thief });
    const page = await product.call('GET', pageOf(link), { headers: { 'x-api-key': undefined } });
    expect(page.text).toContain(`added to the account of ${email}`);
    expect(await isAlive(thief), 'opening the page changes nothing').toBe(true);
    const { status, text } = await undo(link);
    expect([status, text]).toEqual([200, expect.stringContaining('The old password no longer works')]);
    expect(await isAlive(thief)).toBe(false);
    expect((await logIn(email, password)).error.code).toBe('invalid-credentials');
    expect((await reset(email)).status).toBe(200);
    const { data } = await logIn(email, newPassword);
    expect(data.member).toMatchObject({ id: member.id, verified: true });
    const left = await product.call('GET', '/member/second-factor', { token: data.tokens.accessToken });
    expect(left.data).toMatchObject({ passkeys: [], authenticator: false, recoveryCodes: 0 });
  });

  test('is what a reset alone does not do: that keeps the second factor (negative control)', async () => {
    const { email } = await buildRobbed();
    await product.post('/auth/send-reset-password-email', { email });
    expect((await reset(email)).status).toBe(200);
    expect((await logIn(email, newPassword)).error.code).toBe('second-factor-required');
    expect((await undo(await linkTo(email))).status, 'a reset before does not void the link').toBe(200);
    expect((await reset(email)).status).toBe(200);
    expect((await logIn(email, newPassword)).status).toBe(200);
  });

  test('works once, for one of five concurrent calls', async () => {
    const { link } = await buildRobbed();
    const answers = await Promise.all(Array.from({ length: 5 }, () => undo(link)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400, 400, 400, 400]);
    expect((await product.call('GET', pageOf(link))).status).toBe(400);
  });

  test('works for 72 hours and not longer', async () => {
    const [early, late] = [await buildRobbed(), await buildRobbed()];
    const age = (hours: number) =>
      product.database.pool.query("update first_factor_link set expires_at = expires_at - $1 * interval '1 hour'", [
        hours,
      ]);
    await age(71.9);
    expect((await undo(early.link)).status).toBe(200);
    await age(0.2);
    expect((await undo(late.link)).status).toBe(400);
    expect((await product.call('GET', pageOf(late.link))).status).toBe(400);
  });

  test('takes presses from our own page alone, and no made-up token', async () => {
    const { link, thief } = await buildRobbed();
    for (const origin of ['https://elsewhere.example', undefined])
      expect((await undo(link, { origin })).status).toBe(403);
    expect((await undo('nonsense')).status).toBe(400);
    expect(await isAlive(thief)).toBe(true);
  });

  test('is in no mail about a further one, which the holder of the first has added', async () => {
    const owner = await product.buildMember({ proved: true });
    await setUpAuthenticator(product, { token: owner.token });
    await setUpPasskey(product, { token: owner.token });
    await product.hurryMails();
    const kinds = await kindsTo(owner.email);
    expect(kinds.filter((kind) => kind.endsWith('-factor-added'))).toEqual([
      'first-factor-added',
      'second-factor-added',
    ]);
  });

  test('is mailed at once, although the thief has used up the notices of the mailbox', async () => {
    const { email, password, token } = await product.buildMember({ proved: true });
    /** Hours until the newest mail of a kind is sent. */
    const hoursUntil = async (kind: string) => {
      const { rows } = await product.database.pool.query(
        `select extract(epoch from run_at - now())::float8 / 3600 as hours from graphile_worker._private_jobs where key like
           '%-' || (select id from mail_outbox where recipient = $1 and kind = $2 order by created_at desc limit 1)`,
        [email, kind],
      );
      return rows[0].hours as number;
    };
    const passwords = [password, 'a-password-of-the-thief-3'];
    for (let round = 0; round < 11; round++) {
      // Five an hour are sent at once.
      await letMailboxesRest(product.database, 13 * 60);
      const change = { oldPassword: passwords[round % 2], newPassword: passwords[(round + 1) % 2] };
      expect((await product.post('/member-auth', change, { token })).status).toBe(200);
    }
    expect(await hoursUntil('password-changed'), 'another notice waits (negative control)').toBeGreaterThan(20);
    const thief = (await logIn(email, passwords[1]!)).data.tokens.accessToken;
    await setUpAuthenticator(product, { token: thief });
    expect(await hoursUntil('first-factor-added')).toBeLessThanOrEqual(0);
    expect((await undo(await linkTo(email))).status).toBe(200);
  });

  test('is mailed once a day, and undoes a factor that is removed and set up again as well', async () => {
    const { email, thief, link } = await buildRobbed();
    const setUpAgain = async () => {
      await product.call('DELETE', '/member/second-factor/authenticator', { token: thief });
      await setUpAuthenticator(product, { token: thief });
      await product.hurryMails();
      return (await product.mailsTo(email)).findLast(({ kind }) => kind.endsWith('-factor-added'))!;
    };
    const age = (hours: number) =>
      product.database.pool.query("update first_factor_link set created_at = created_at - $1 * interval '1 hour'", [
        hours,
      ]);
    await age(23.9);
    expect(await setUpAgain()).toMatchObject({
      kind: 'second-factor-added',
      text: expect.stringContaining('press the link in the mail that we sent you'),
    });
    await age(0.2);
    expect((await setUpAgain()).kind).toBe('first-factor-added');
    expect((await undo(link)).status).toBe(200);
    expect((await reset(email)).status).toBe(200);
    expect((await logIn(email, newPassword)).status).toBe(200);
  });

  test('is not mailed to an address that is not proved: it may be another person’s', async () => {
    const unproved = await product.buildMember();
    await setUpAuthenticator(product, { token: unproved.token });
    await product.hurryMails();
    expect(await kindsTo(unproved.email)).toContain('second-factor-added');
    expect(await kindsTo(unproved.email)).not.toContain('first-factor-added');
  });

  test('rests while the account has another address, whose undoing removes the factor as well', async () => {
    const robbed = await buildRobbed();
    const stolen = newEmail();
    const back = await moveTo(stolen, { email: robbed.email, token: robbed.thief });
    for (const answer of [await product.call('GET', pageOf(robbed.link)), await undo(robbed.link)])
      expect([answer.status, answer.text]).toEqual([400, expect.stringContaining('another email address now')]);
    expect((await undoAddress(back)).status).toBe(200);
    expect((await reset(robbed.email)).status).toBe(200);
    expect((await logIn(robbed.email, newPassword)).status).toBe(200);
  });
});

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { goodPassword, newEmail, startTestMembership, type TestMembership } from '../../testing/membership.ts';

let product: TestMembership;
beforeAll(async () => {
  product = await startTestMembership();
});
afterAll(() => product.stop());

const logIn = (email: string, password = goodPassword) => product.post('/auth/login', { email, password });
const isAlive = async (token: string) => (await product.call('GET', '/member', { token })).data !== null;
const press = (path: string, form: Record<string, string> = {}, headers: Record<string, string | undefined> = {}) =>
  product.call('POST', path, {
    body: new URLSearchParams(form).toString(),
    headers: {
      'x-api-key': undefined,
      'content-type': 'application/x-www-form-urlencoded',
      origin: product.appUrl,
      ...headers,
    },
  });
const addressOf = (link: string) => `/account/undo-address?token=${link}`;
const undo = (link: string, headers = {}) => press(addressOf(link), {}, headers);

/** Moves an account to another mailbox, proof and all. @returns the token of the link the old mailbox got */
async function moveTo(wanted: string, { email, token }: { email: string; token: string }) {
  await product.post('/member-auth', { email: wanted, oldPassword: goodPassword }, { token });
  const link = await product.linkTokenFor(wanted, 'verification');
  expect((await press('/account/verify-email', { token: link, password: goodPassword })).status).toBe(200);
  return product.linkTokenFor(email, 'address-changed');
}

async function buildMoved() {
  const member = await product.buildMember({ proved: true });
  const stolen = newEmail();
  return { ...member, stolen, link: await moveTo(stolen, member) };
}

describe('the link in the mail to the old address', () => {
  test('brings it back, signs everybody out and mails a way to a new password', async () => {
    const { email, stolen, link, token } = await buildMoved();
    expect((await logIn(email)).status).toBe(401);
    const thief = (await logIn(stolen)).data.tokens.accessToken;
    const page = await product.call('GET', addressOf(link), { headers: { 'x-api-key': undefined } });
    expect(page.text).toContain(`Your account at Riverbend Makers will use ${email} again`);
    expect([await isAlive(token), await isAlive(thief)]).toEqual([true, true]);

    await product.forgetMailLimits();
    expect((await undo(link)).status).toBe(200);
    expect([await isAlive(token), await isAlive(thief)]).toEqual([false, false]);
    expect((await logIn(stolen)).status).toBe(401);
    const { data } = await logIn(email);
    expect(data.member).toMatchObject({ verified: true, auth: { email } });
    expect((await product.mailsTo(email)).at(-1)!.kind).toBe('reset-code');
    expect((await undo(link)).status).toBe(400);
  });

  test('works once, for one of five at the same moment', async () => {
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
    expect((await product.call('GET', addressOf(late.link))).status).toBe(400);
  });

  test('takes presses from our own page alone, and no made-up token', async () => {
    const { link, stolen } = await buildMoved();
    for (const origin of ['https://elsewhere.example', undefined])
      expect((await undo(link, { origin })).status).toBe(403);
    expect((await undo('nonsense')).status).toBe(400);
    expect((await logIn(stolen)).status).toBe(200);
  });

  test('works though the thief has moved on, and ends the later links', async () => {
    const moved = await buildMoved();
    const last = newEmail();
    const laterLink = await moveTo(last, { email: moved.stolen, token: moved.token });
    expect((await undo(moved.link)).status).toBe(200);
    expect((await logIn(moved.email)).status).toBe(200);
    expect((await undo(laterLink)).status).toBe(400);
    expect((await logIn(last)).status).toBe(401);
  });
});

describe('an address somebody may come back to', () => {
  test('is nobody else’s meanwhile, though they come at the very moment it is left', async () => {
    const member = await product.buildMember({ proved: true });
    const stolen = newEmail();
    await product.post('/member-auth', { email: stolen, oldPassword: goodPassword }, { token: member.token });
    const proof = await product.linkTokenFor(stolen, 'verification');
    const squat = () => product.post('/auth/signup', { email: member.email, password: goodPassword });
    const [, ...squatters] = await Promise.all([
      press('/account/verify-email', { token: proof, password: goodPassword }),
      ...Array.from({ length: 8 }, squat),
    ]);
    squatters.push(await squat());
    expect(squatters.map(({ error }) => error?.code)).toEqual(Array(9).fill('email-already-in-use'));
    expect((await undo(await product.linkTokenFor(member.email, 'address-changed'))).status).toBe(200);
    expect((await logIn(member.email)).status).toBe(200);
  });

  test('cannot be taken by another member’s change either, and is free afterwards', async () => {
    const { email, link } = await buildMoved();
    const other = await product.buildMember({ proved: true });
    await product.forgetMailLimits();
    await product.post('/member-auth', { email, oldPassword: goodPassword }, { token: other.token });
    const proof = await product.linkTokenFor(email, 'verification');
    const confirm = () => press('/account/verify-email', { token: proof, password: goodPassword });
    expect((await confirm()).status).toBe(400);
    await product.database.pool.query('update former_address set kept_until = now()');
    expect((await confirm()).status).toBe(200);
    expect((await undo(link)).status).toBe(400);
  });

  test('can be changed back to by the member at any time', async () => {
    const { email, stolen, token } = await buildMoved();
    await product.forgetMailLimits();
    await moveTo(email, { email: stolen, token });
    expect((await logIn(email)).status).toBe(200);
  });
});

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Auth } from '../../../../contract/sign-in.ts';
import { startTestConsole, type TestConsole, type TestStaff } from '../../../testing/console.ts';
import { declareSite } from '../../../testing/declare-site.ts';
import {
  goodPassword,
  liveSite,
  newEmail,
  startTestMembership,
  type TestMember,
  type TestMembership,
} from '../../../testing/membership.ts';
import { setUpAuthenticator } from '../../../testing/second-factor.ts';

const ownPagesSite = { ...liveSite, id: 'app_own', publicKey: 'pk_own', ownPages: true };
const strictSite = { ...liveSite, id: 'app_strict', publicKey: 'pk_strict', secondFactor: 'required' } as const;

let product: TestMembership;
let staffed: TestConsole;
beforeAll(async () => {
  product = await startTestMembership();
  staffed = await startTestConsole(product.membership);
  for (const site of [ownPagesSite, strictSite]) await declareSite(product.database.db, site, product.services.keys);
});
afterAll(async () => {
  await staffed.close();
  await product.stop();
});

const at = ({ publicKey }: { publicKey: string }) => ({ 'x-api-key': publicKey, origin: 'https://club.example' });

/** The text of the newest notice of a kind. */
async function noticeTo({ email }: Pick<TestMember, 'email'>, kind: string) {
  await product.hurryMails();
  return (await product.mailsTo(email)).findLast((mail) => mail.kind === kind)?.text;
}

describe('The notice about a second factor that was removed', () => {
  async function readNotice(site: typeof liveSite) {
    const headers = at(site);
    const member = await product.buildMember({ proved: true, headers });
    await setUpAuthenticator(product, { token: member.token, headers });
    await product.call('DELETE', '/member/second-factor/authenticator', { token: member.token, headers });
    return noticeTo(member, 'second-factor-removed');
  }

  test('leads to the list in our own pages', async () => {
    expect(await readNotice(ownPagesSite)).toContain('remove what you do not know under "Security"');
  });

  test('leads to the people of a site whose pages have no such list', async () => {
    const text = await readNotice(liveSite);
    expect(text).toContain('reset your password at once');
    expect(text).toContain('write to the people who run this site: they can remove what you do not know');
    expect(text).not.toContain('Security');
  });
});

describe('The notice about a second factor to an address that was never proved', () => {
  test('leads to a reset, which lets its owner in without the factor', async () => {
    const stranger = await product.buildMember();
    await setUpAuthenticator(product, { token: stranger.token });
    const text = await noticeTo(stranger, 'second-factor-added');
    expect(text).toContain('reset your password with "Forgot password?" where you log in: that removes every passkey');
    expect(text).not.toContain('Security');
    const { email } = stranger;
    const password = 'a-password-of-my-own-7';
    const { code: token } = await product.freshCode(email, 'reset');
    expect((await product.post('/auth/reset-password', { email, token, newPassword: password })).status).toBe(200);
    expect((await product.post('/auth/login', { email, password })).status).toBe(200);
  });
});

describe('The notice that staff removed the second factors of a member', () => {
  const setUpLater = 'You can set up a new second step under "Security"';
  const opensAgain = 'Your password opens your account again.';

  async function readNotice(site: { id: string; publicKey: string }) {
    const headers = at(site);
    const email = newEmail();
    const { data, error } = await product.post('/auth/signup', { email, password: goodPassword }, { headers });
    const { tokens } = data ?? (error as unknown as { setup: Auth }).setup;
    await setUpAuthenticator(product, { token: tokens.accessToken, headers });
    const { rows } = await product.database.pool.query(
      'update member set verified = true where email = $1 returning id',
      [email],
    );
    const sam: TestStaff = { name: 'Sam', role: 'support', scope: { sites: [site.id], partners: [] } };
    const path = `/sites/${site.id}/members/${rows[0].id}/second-factor/removal`;
    expect((await staffed.ask(sam, 'POST', path, { reason: 'Lost the phone.' })).status).toBe(200);
    return noticeTo({ email }, 'second-factors-removed');
  }

  test('tells of the set-up at the next log-in where the site requires a second factor', async () => {
    const text = await readNotice(strictSite);
    expect(text).toContain('At your next log-in you set up a new second step.');
    expect(text).not.toContain(opensAgain);
    expect(text).not.toContain(setUpLater);
  });

  test('tells elsewhere that the password opens the account, and of our own list where there is one', async () => {
    const [own, other] = [await readNotice(ownPagesSite), await readNotice(liveSite)];
    expect([own, other]).toEqual([expect.stringContaining(opensAgain), expect.stringContaining(opensAgain)]);
    expect([own?.includes(setUpLater), other?.includes(setUpLater)]).toEqual([true, false]);
  });
});

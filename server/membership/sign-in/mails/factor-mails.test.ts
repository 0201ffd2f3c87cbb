import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { declareSite } from '../../../testing/declare-site.ts';
import { liveSite, startTestMembership, type TestMember, type TestMembership } from '../../../testing/membership.ts';
import { setUpAuthenticator } from '../../../testing/second-factor.ts';

const ownPagesSite = { ...liveSite, id: 'app_own', publicKey: 'pk_own', ownPages: true };

let product: TestMembership;
beforeAll(async () => {
  product = await startTestMembership();
  await declareSite(product.database.db, ownPagesSite, product.services.keys);
});
afterAll(() => product.stop());

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

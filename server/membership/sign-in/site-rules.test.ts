import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { transaction, type Database } from '../../platform/database/database.ts';
import { declareSite } from '../../testing/declare-site.ts';
import {
  goodPassword,
  liveSite,
  newEmail,
  startTestMembership,
  type TestMembership,
} from '../../testing/membership.ts';
import { withoutLocks } from '../../testing/without-locks.ts';
import { createMember } from '../members/members.ts';
import type { SiteDeclaration } from '../declaration/site-declaration.ts';

const buildSite = (name: string, settings: Partial<SiteDeclaration>): SiteDeclaration => ({
  ...liveSite,
  id: `app_${name}`,
  publicKey: `pk_sb_${name}`,
  mode: 'sandbox',
  passwordless: { enabled: true, isDefault: false },
  ...settings,
});
const strict = buildSite('strict', { passwordMinLength: 15 });
const rowing = buildSite('rowing', { passwordWords: ['regatta', 'bow'] });
const small = buildSite('small', { memberLimit: 3 });
const unlocked = buildSite('unlocked', { memberLimit: 3 });

let product: TestMembership;
beforeAll(async () => {
  product = await startTestMembership();
  for (const site of [strict, rowing, small, unlocked])
    await declareSite(product.database.db, site, product.services.keys);
});
afterAll(() => product.stop());

const at = ({ publicKey }: SiteDeclaration) => ({ headers: { 'x-api-key': publicKey } });

describe('a site that asks for longer passwords', () => {
  const short = 'slow-river-42';
  const tooShort = { code: 'invalid-password-too-short', message: 'Password must be at least 15 characters' };

  test('gets them on every path', async () => {
    const here = at(strict);
    const { email, token } = await product.buildMember(here);
    const signUp = await product.post('/auth/signup', { email: newEmail(), password: short }, here);
    const change = { oldPassword: goodPassword, newPassword: short };
    const changed = await product.post('/member-auth', change, { ...here, token });
    await product.post('/auth/send-reset-password-email', { email }, here);
    const [code, link] = [await product.codeFor(email, 'reset-code'), await product.linkTokenFor(email, 'reset-code')];
    const resets = [
      await product.post('/auth/reset-password', { token: code, newPassword: short, email }, here),
      await product.post('/auth/reset-password', { token: link, newPassword: short }, here),
    ];
    await product.database.pool.query('update member set password_hash = null where email = $1', [email]);
    const set = await product.post('/member/set-password', { password: short }, { ...here, token });
    for (const { status, error } of [signUp, changed, ...resets, set]) expect([status, error]).toEqual([400, tooShort]);
    const page = await product.call('GET', `/account/reset-password?token=${link}`);
    expect(page.text).toContain('minlength="15"');
    const sent = await product.call('POST', '/account/reset-password', {
      body: new URLSearchParams({ token: link, password: short }).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded', origin: product.appUrl },
    });
    expect([sent.status, sent.text]).toEqual([400, expect.stringContaining(tooShort.message)]);
  });

  test('leaves other sites their eight', async () => {
    expect((await product.post('/auth/signup', { email: newEmail(), password: short })).status).toBe(200);
  });
});

describe('a site that names words for passwords', () => {
  const signUp = (password: string, where: object = at(rowing)) =>
    product.post('/auth/signup', { email: newEmail(), password }, where);

  test('refuses those made of them alone, and takes a phrase that contains one', async () => {
    const refused = await signUp('Reg4tta-Bow-2026!');
    expect([refused.status, refused.error.code]).toEqual([400, 'invalid-password-too-common']);
    expect((await signUp('seven regatta lanterns')).status).toBe(200);
  });

  test('leaves other sites theirs', async () => {
    expect((await signUp('Reg4tta-Bow-2026!', {})).status).toBe(200);
  });
});

describe('a site that takes so many members', () => {
  /** A sign-up in a transaction and connection of its own. */
  const arrive = (db: Database, site: SiteDeclaration) =>
    transaction(db, (tx) =>
      createMember(product.services, tx, {
        site,
        email: newEmail(),
        passwordHash: null,
        verified: true,
        fields: {},
        metaData: {},
      }),
    ).then(
      () => 200,
      () => 403,
    );

  test('takes no more, though many come at once and in every way', async () => {
    const here = at(small);
    const byCode = await Promise.all(
      Array.from({ length: 3 }, async () => {
        const email = newEmail();
        await product.post('/auth/passwordless/signup/send', { email }, here);
        return { email, passwordlessToken: await product.codeFor(email, 'signup-code') };
      }),
    );
    const answers = await Promise.all([
      ...byCode.map((body) => product.post('/auth/signup?isPasswordless=true', body, here)),
      ...Array.from({ length: 5 }, () =>
        product.post('/auth/signup', { email: newEmail(), password: goodPassword }, here),
      ),
    ]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
    const refused = answers.find(({ status }) => status !== 200)!;
    expect([refused.status, refused.error.code]).toEqual([403, 'test-mode-member-limit-reached']);
    expect(await arrive(product.database.db, small)).toBe(403);
  });

  test('would take more without the lock', async () => {
    const db = product.database.db.withPlugin(withoutLocks);
    let taken = 0;
    for (let round = 1; round <= 20 && taken <= 3; round++) {
      await product.database.pool.query('delete from member where site_id = $1', [unlocked.id]);
      const answers = await Promise.all(Array.from({ length: 10 }, () => arrive(db, unlocked)));
      taken = answers.filter((status) => status === 200).length;
    }
    expect(taken).toBeGreaterThan(3);
  });
});

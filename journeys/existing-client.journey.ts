import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from './foreign-page.ts';
import { buildPerson } from './portal.ts';

/** Signing up, in and out with the client that other people's pages have. */

test('somebody signs up, is signed in, and logs out', async ({ visitor }) => {
  const { client } = visitor;
  const person = buildPerson();
  const signedUp = await client.signupMemberEmailPassword({
    ...person,
    customFields: { 'first-name': 'Ana', newsletter: true, 'shoe-size': '40' },
    metaData: { source: 'fair' },
    plans: [{ planId: 'pln_demo_free' }, { planId: 'pln_demo_maker' }],
  });
  const { member, tokens } = signedUp.data;
  expect(member).toMatchObject({
    auth: { email: person.email, hasPassword: true, providers: [] },
    customFields: { 'first-name': 'Ana', newsletter: 'true' },
    metaData: { source: 'fair' },
    // A paid one is not given for the asking.
    planConnections: [{ planId: 'pln_demo_free', active: true, status: 'ACTIVE', type: 'FREE' }],
    teams: { ownedTeams: [], joinedTeams: [] },
    verified: false,
  });
  expect(member.customFields).not.toHaveProperty('shoe-size');
  expect(tokens.type).toBe('bearer');
  expect(new Date(tokens.expires).getTime() - Date.now()).toBeGreaterThan(13 * 24 * 3_600_000);
  expect(await visitor.keeps('_ms-mid')).toBe(tokens.accessToken);
  expect(await client.getMemberCookie()).toBe(tokens.accessToken);

  expect((await client.getCurrentMember()).data).toEqual(member);
  expect(await client.logout()).toEqual({
    data: { redirect: null },
    _internalUseOnly: { message: 'You have been logged out.' },
  });
  expect(await visitor.keeps('_ms-mid')).toBeNull();
  expect(await visitor.keeps('_ms-mem')).toBeNull();
  expect((await client.getCurrentMember()).data).toBeNull();
  expect(await visitor.hears()).toEqual([member.id, null]);
});

test('a member logs in and learns what is open to them', async ({ visitor }) => {
  const { client } = visitor;
  const person = buildPerson();
  const id = await visitor.signsUp(person);
  await client.logout();
  const { data } = await client.loginMemberEmailPassword(person, { includeContentGroups: true });
  expect(data.member.id).toBe(id);
  expect(data.contentGroups).toEqual([
    expect.objectContaining({ key: 'members-evenings', activeMemberHasAccess: true }),
  ]);
  expect(await visitor.hears()).toEqual([id, null, id]);
});

test('refusals reach the page as code and sentence', async ({ visitor }) => {
  const { client } = visitor;
  const person = buildPerson();
  await visitor.signsUp(person);
  const refused = { code: 'invalid-credentials', message: 'The email address or password is not correct.' };
  await expect(client.loginMemberEmailPassword({ ...person, password: 'not-this-one' })).rejects.toMatchObject(refused);
  await expect(client.loginMemberEmailPassword(buildPerson())).rejects.toMatchObject(refused);
  await expect(client.signupMemberEmailPassword(person)).rejects.toMatchObject({ code: 'email-already-in-use' });
  await expect(client.signupMemberEmailPassword({ ...buildPerson(), password: 'short' })).rejects.toMatchObject({
    code: 'invalid-password-too-short',
  });
  await visitor.startsClient({ publicKey: 'pk_sb_unknown' });
  await expect(client.getApp()).rejects.toMatchObject({ code: 'app-not-found' });
});

test('a session that has ended is forgotten by the page', async ({ visitor, arrive }) => {
  const { client } = visitor;
  await visitor.signsUp(buildPerson());
  const token = await client.getMemberCookie();

  const other = await arrive();
  await other.opens(`/?memberToken=${token}&from=mail`);
  expect(new URL(other.page.url()).search).toBe('?from=mail');
  expect((await other.client.getCurrentMember()).data).not.toBeNull();
  await other.client.logout();

  expect(await client.getCurrentMember()).toEqual({ data: null });
  expect(await visitor.keeps('_ms-mid')).toBeNull();
  await visitor.page.evaluate((dead) => localStorage.setItem('_ms-mid', dead!), token);
  await expect(client.updateMember({ customFields: {} })).rejects.toMatchObject({ code: 'login-required' });
  await client.logout();
  expect(await visitor.keeps('_ms-mid')).toBeNull();
});

test('a page that keeps its session in a cookie is served the same', async ({ visitor }) => {
  await visitor.startsClient({ useCookies: true });
  const id = await visitor.signsUp(buildPerson());
  expect(await visitor.keeps('_ms-mid')).toBeNull();
  const [cookie] = await visitor.page.context().cookies(visitor.origin);
  expect(cookie).toMatchObject({ name: '_ms-mid', sameSite: 'Strict' });
  expect(Math.round((cookie!.expires - Date.now() / 1000) / (24 * 3600))).toBe(14);
  await visitor.opens('/evenings', { useCookies: true });
  expect((await visitor.client.getCurrentMember()).data?.id).toBe(id);
  await visitor.client.logout();
  expect(await visitor.page.context().cookies(visitor.origin)).toEqual([]);
});

test('a page shows who was signed in before it asks', async ({ visitor }) => {
  const id = await visitor.signsUp(buildPerson());
  await visitor.opens('/');
  expect((await visitor.client.getCurrentMember({ useCache: true })).data?.id).toBe(id);
  await visitor.client.destroy();
  expect(await visitor.keeps('_ms-mid')).toBeNull();
  expect(await visitor.hears()).toEqual([null]);
});

/** What it draws in the page by itself; the dialogs are a script of its maker's. */
const asksNobody = ['_captchaReady', '_hideLoader', '_showLoader', '_showMessage', 'hideModal', 'openModal'];
const asksItsMaker = ['preloadModals'];

test('the client has no method that no journey calls', async ({ visitor }) => {
  const folder = import.meta.dirname;
  const journeys = readdirSync(folder).filter((file) => /^(existing-client|foreign-page|social)/.test(file));
  const called = journeys.flatMap((file) =>
    [...readFileSync(path.join(folder, file), 'utf8').matchAll(/\bclient\s*\.(\w+)\(/g)].map((match) => match[1]!),
  );
  const methods = await visitor.page.evaluate(() => Object.keys(window.client));
  const known = new Set([...called, ...asksNobody, ...asksItsMaker]);
  expect(methods.length).toBeGreaterThan(60);
  expect(methods.filter((name) => !known.has(name))).toEqual([]);
});

import { afterAll, beforeAll, expect, test } from 'vitest';
import { declareSite } from '../../testing/declare-site.ts';
import { buildLibrary } from '../../testing/library-site.ts';
import { SiteDeclaration } from '../declaration/site-declaration.ts';
import { startTestMembership, type TestMember, type TestMembership } from '../../testing/membership.ts';

let product: TestMembership;
let reader: TestMember;
let other: TestMember;
const headers = { 'x-api-key': 'pk_sb_library' };
beforeAll(async () => {
  product = await startTestMembership();
  const note = { key: 'note', type: 'TEXT', content: 'behind the door', allowAllMembers: true } as const;
  await declareSite(product.database.db, buildLibrary([note]), product.services.keys);
  [reader, other] = [await product.buildMember({ headers }), await product.buildMember({ headers })];
  await product.post('/member/plans/add', { planId: 'pln_library_gold' }, { token: reader.token, headers });
});
afterAll(() => product.stop());

const groups = async (token?: string) => (await product.call('GET', '/app', { token, headers })).data.contentGroups;
const access = (all: { key: string; activeMemberHasAccess?: boolean }[]) =>
  Object.fromEntries(all.map((each) => [each.key, each.activeMemberHasAccess]));

test('content groups are the same for every visitor, and say what existing clients need', async () => {
  expect((await groups())[0]).toEqual({
    id: 'grp_gold',
    name: 'Gold',
    key: 'gold',
    allowAllMembers: false,
    redirect: null,
    urls: [{ url: '/gold', filter: 'STARTS' }],
    plans: [{ id: 'pln_library_gold' }],
  });
  expect(await groups('x'.repeat(43))).toEqual(await groups());
});

test('a member is told which of them are open to them', async () => {
  expect(access(await groups(reader.token))).toEqual({ gold: true, all: true });
  expect(access(await groups(other.token))).toEqual({ gold: false, all: true });
});

test('those that are open come with signing in, where a client asks for them', async () => {
  const logIn = async ({ email, password }: TestMember, options?: object) =>
    (await product.post('/auth/login', { email, password, options }, { headers })).data.contentGroups;
  expect(access(await logIn(reader, { includeContentGroups: true }))).toEqual({ gold: true, all: true });
  expect(access(await logIn(other, { includeContentGroups: true }))).toEqual({ all: true });
  expect(await logIn(reader)).toBeUndefined();
});

test('the gated content is never in the answer', async () => {
  const { text } = await product.call('GET', '/app', { token: reader.token, headers });
  expect(text).toContain('grp_gold');
  expect(text).not.toContain('behind the door');
});

test('forged headers for host, address or method do not change them', async () => {
  const plain = await groups();
  for (const header of [
    'host',
    'x-forwarded-host',
    'x-forwarded-proto',
    'x-original-url',
    'x-rewrite-url',
    'forwarded',
  ])
    expect(
      (await product.call('GET', '/app', { headers: { ...headers, [header]: '/evil.example' } })).data,
    ).toMatchObject({
      contentGroups: plain,
    });
  // The key does.
  expect(
    (await product.call('GET', '/app', { headers: { 'x-api-key': 'pk_sb_demo' } })).data.contentGroups,
  ).not.toEqual(plain);
});

test.for([
  ['STARTS', true],
  ['EQUALS', true],
  ['REGEX', false],
  ['^/(a+)+$', false],
  ['', false],
] as const)('addresses are compared by words we know, never by a pattern of the site’s: %s', ([filter, isTaken]) => {
  const site = buildLibrary([]);
  const [gold] = site.contentGroups;
  const declared = { ...site, contentGroups: [{ ...gold, urls: [{ url: '/gold', filter }] }] };
  expect(SiteDeclaration.safeParse(declared).success).toBe(isTaken);
});

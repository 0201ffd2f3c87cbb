import { describe, expect, test } from 'vitest';
import {
  arriveAsMember,
  connection,
  groupWith,
  home,
  memberWith,
  refusal,
  siteWith,
  type serve,
} from '../testing/visit.ts';
import { afterSignIn, joinInvited } from './journey.ts';

/** A member has just signed in, with what they chose before. */
async function signIn(chosen: Record<string, string>, answers: Parameters<typeof serve>[0] = {}, path?: string) {
  const member = memberWith({ planConnections: [connection('pln_mine')] });
  const { wentTo, asked, page } = arriveAsMember('', { 'GET /member': member, ...answers }, path);
  for (const [name, value] of Object.entries(chosen)) sessionStorage.setItem(`ms_${name}`, value);
  await page.membership.getCurrentMember();
  const calls = () => asked.slice(1).map(({ call }) => call);
  return { wentTo, calls, page };
}
const add = 'POST /member/plans/add';
const checkout = 'POST /member/plans/create-checkout-session';

test('plans chosen before are taken once, and those one has already are not asked for', async () => {
  const { wentTo, calls, page } = await signIn({ plan: 'pln_mine,pln_b' }, { [add]: { member: memberWith() } });
  await afterSignIn(page, '/dashboard');
  expect(calls()).toEqual([add]);
  expect(wentTo).toEqual([`${home}/dashboard`]);
  expect(page.cart.read('plan')).toEqual([]);
});

test('a plan that is refused is told, and leads nowhere before it has been read', async () => {
  const { wentTo, page } = await signIn({ plan: 'pln_b' }, { [add]: refusal('plan-member-limit-reached', 'Full.') });
  expect(await afterSignIn(page, '/dashboard', undefined, 'Welcome.')).toBeUndefined();
  expect(page.told).toEqual([['Full.', 'error']]);
  expect(wentTo).toEqual([]);
});

test('a plan that waits for a confirmed address is told, and the way goes on', async () => {
  const sentence = 'Please confirm your email address first.';
  const answers = {
    'GET /member': memberWith({ verified: false }),
    [add]: refusal('domain-not-permitted', sentence, { lacksProof: true }),
  };
  const leading = await signIn({ plan: 'pln_club' }, answers);
  expect(await afterSignIn(leading.page, '/deck', undefined, 'Welcome.')).toBeUndefined();
  expect(leading.wentTo).toEqual([`${home}/deck`]);
  expect(sessionStorage.getItem('ms_told')).toContain(sentence);
  const staying = await signIn({ plan: 'pln_club' }, answers);
  expect(await afterSignIn(staying.page, null, undefined, 'Welcome.')).toBe(sentence);
  expect([...leading.page.told, ...staying.page.told]).toEqual([]);
});

test('a plan of another domain is refused to an unconfirmed address too, and leads nowhere', async () => {
  const sentence = 'Addresses of this domain cannot be used here.';
  const answers = {
    'GET /member': memberWith({ verified: false }),
    [add]: refusal('domain-not-permitted', sentence),
  };
  const { wentTo, page } = await signIn({ plan: 'pln_club' }, answers);
  expect(await afterSignIn(page, '/deck', undefined, 'Welcome.')).toBeUndefined();
  expect(page.told).toEqual([[sentence, 'error']]);
  expect(wentTo).toEqual([]);
});

test('a plan one turns out to have is no refusal', async () => {
  const { wentTo, page } = await signIn({ plan: 'pln_b' }, { [add]: refusal('already-have-plan') });
  await afterSignIn(page, '/dashboard');
  expect(page.told).toEqual([]);
  expect(wentTo).toEqual([`${home}/dashboard`]);
});

test.each([
  ['once the new one is there', 'pln_b,update', undefined, ['add', 'remove']],
  ['not where that is refused', 'pln_b,update', 'plan-member-limit-reached', ['add']],
  ['not for a plan that a sign-up has taken', 'pln_mine,update', undefined, []],
  ['not where it was no change', 'pln_b', undefined, ['add']],
])('a change of plan that a visitor chose gives up other free plans: %s', async (_, plan, refused, made) => {
  const others = [connection('pln_mine'), connection('pln_a'), connection('pln_paid', { type: 'SUBSCRIPTION' })];
  const { calls, page } = await signIn(
    { plan },
    {
      'GET /member': memberWith({ planConnections: plan.startsWith('pln_mine') ? others : others.slice(1) }),
      [add]: refused ? refusal(refused) : { member: memberWith() },
      'POST /member/plans/remove': { member: memberWith() },
    },
  );
  await afterSignIn(page, null);
  expect(calls()).toEqual(made.map((each) => `POST /member/plans/${each}`));
});

test.each([
  ['that comes with a team seat', 'cannot-change-team-account'],
  ['that the rules of the new one have taken away already', 'no-plan-found'],
])('a plan %s is passed over by a change that a visitor chose', async (_, code) => {
  const { page } = await signIn(
    { plan: 'pln_b,update' },
    { [add]: { member: memberWith() }, 'POST /member/plans/remove': refusal(code) },
  );
  expect(await afterSignIn(page, null, undefined, 'Welcome.')).toBe('Welcome.');
  expect(page.told).toEqual([]);
});

test('a price chosen before leads to pay, and not to the page one belongs on', async () => {
  const { wentTo, page } = await signIn(
    { price: 'prc_1' },
    { 'GET /app': siteWith(), [checkout]: { url: 'https://cards.example/1' } },
  );
  await afterSignIn(page, '/dashboard');
  expect(wentTo).toEqual(['https://cards.example/1']);
});

test('a price of a plan one has already leads on, and says so', async () => {
  const sentence = 'You have this plan already.';
  const answers = { 'GET /app': siteWith(), [checkout]: refusal('already-have-plan', sentence) };
  const { wentTo, page } = await signIn({ price: 'prc_1' }, answers);
  expect(await afterSignIn(page, '/dashboard', undefined, 'Welcome.')).toBeUndefined();
  expect(wentTo).toEqual([`${home}/dashboard`]);
  expect(sessionStorage.getItem('ms_told')).toContain(sentence);
  const staying = await signIn({ price: 'prc_1' }, answers);
  expect(await afterSignIn(staying.page, null, undefined, 'Welcome.')).toBe(sentence);
});

test.each([
  ['a price that is refused for another reason', 'prc_1', 'price-not-found'],
  ['a change of price that is refused', 'prc_1,update', 'already-have-plan'],
])('%s leads nowhere before it has been read', async (_, price, code) => {
  const answers = { 'GET /app': siteWith(), [checkout]: refusal(code, 'Not so.') };
  const { wentTo, page } = await signIn({ price }, answers);
  await expect(afterSignIn(page, '/dashboard')).rejects.toThrow('Not so.');
  expect(wentTo).toEqual([]);
});

describe('a gated page that sent a visitor away', () => {
  const gated = (plan: string) => ({
    'GET /app': siteWith({ contentGroups: [groupWith({ plans: [{ id: plan }] })] }),
  });
  const from = { from: `${home}/club/news?week=3#top` };

  test('is where a sign-in leads that nothing else leads on, once', async () => {
    const { wentTo, page } = await signIn(from, gated('pln_mine'));
    await afterSignIn(page, null, undefined, 'Welcome.');
    expect(wentTo).toEqual([from.from]);
    expect(sessionStorage.getItem('ms_from')).toBeNull();
  });

  test('comes after every redirect of the form, the member and the site', async () => {
    const { wentTo, page } = await signIn(from, gated('pln_mine'));
    await afterSignIn(page, '/dashboard');
    expect(wentTo).toEqual([`${home}/dashboard`]);
    expect(sessionStorage.getItem('ms_from')).toBeNull();
  });

  test.each([
    ['a page that is still closed to them', `${home}/club/news`, 'pln_other'],
    ['another site', 'https://evil.example/club', 'pln_mine'],
    ['a script', 'javascript:alert(1)', 'pln_mine'],
  ])('leads nobody to %s', async (_, address, plan) => {
    const { wentTo, page } = await signIn({ from: address }, gated(plan));
    expect(await afterSignIn(page, null, undefined, 'Welcome.')).toBe('Welcome.');
    expect(wentTo).toEqual([]);
  });

  test('is forgotten where the settings do not arrive', async () => {
    const { wentTo, page } = await signIn(from);
    expect(await afterSignIn(page, null, undefined, 'Welcome.')).toBe('Welcome.');
    expect(wentTo).toEqual([]);
  });
});

test('an invitation that was used is gone from the address, the rest of it is not', async () => {
  const { page } = await signIn({ invite: 'inv-1' }, { 'POST /member/team/join': {} }, '/team?inviteToken=inv-1&tab=2');
  expect(await joinInvited(page)).toBe('You have joined the team.');
  expect(location.href).toBe(`${home}/team?tab=2`);
});

test('an invitation that is accepted beside a plan that waits tells of the plan', async () => {
  const { page } = await signIn(
    { invite: 'inv-1', plan: 'pln_club' },
    {
      'POST /member/team/join': {},
      [add]: refusal('domain-not-permitted', 'Please confirm your email address first.', { lacksProof: true }),
    },
    '/team?inviteToken=inv-1',
  );
  expect(await joinInvited(page)).toBe('Please confirm your email address first.');
  expect(location.href).toBe(`${home}/team`);
});

test('an invitation that is refused stays in the address, and is told', async () => {
  const full = { 'POST /member/team/join': refusal('team-full', 'The team is full.') };
  const { page } = await signIn({ invite: 'inv-1' }, full, '/team?inviteToken=inv-1');
  await expect(joinInvited(page)).rejects.toMatchObject({ message: 'The team is full.', code: 'invalid-invite' });
  expect(location.href).toContain('inviteToken=inv-1');
});

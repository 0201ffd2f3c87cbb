import { expect, test, vi } from 'vitest';
import {
  arriveAsMember,
  connection,
  find,
  home,
  memberWith,
  openPage,
  refusal,
  siteWith,
  type serve,
} from '../testing/visit.ts';
import { afterDialog, press } from './buttons.ts';
import { look } from './look.ts';

/** Comes as a member to a page with one button, and gets the page and what the service was asked. */
function come(attributes: string, answers: Parameters<typeof serve>[0] = {}) {
  const visit = arriveAsMember(`<button ${attributes}>Go</button>`, answers);
  const calls = () =>
    visit.asked.map(({ call, body }) => [call.split('/').at(-1), (body as { planId?: string } | null)?.planId]);
  return { ...visit, calls, button: find('button') };
}
const mine = (...planConnections: ReturnType<typeof connection>[]) => memberWith({ planConnections });
const plans = (member = memberWith(), redirect = '') => ({
  'GET /member': member,
  'POST /member/plans/add': { member, redirect },
  'POST /member/plans/remove': { member },
});

test('a change of plan gives up other free plans, never one that was paid for', async () => {
  const member = mine(connection('pln_a'), connection('pln_paid', { type: 'SUBSCRIPTION' }));
  const { calls, page, button } = come('data-ms-plan:update="pln_b"', plans(member));
  expect(await press(button, page, false)).toBe('Your plan has been added.');
  expect(calls().slice(1)).toEqual([
    ['add', 'pln_b'],
    ['remove', 'pln_a'],
  ]);
});

test.each([
  ['pln_b', 'Your plan has been added.'],
  ['pln_seat', 'You have this plan already.'],
])('a change of plan to %s passes over a plan that comes with a team seat', async (planId, said) => {
  const answers = plans(mine(connection('pln_seat'), connection('pln_shared')));
  const kept = { ...answers, 'POST /member/plans/remove': refusal('cannot-change-team-account') };
  const { page, button } = come(`data-ms-plan:update="${planId}"`, kept);
  expect(await press(button, page, false)).toBe(said);
});

test('a change of plan passes over a plan that the rules of the new one have taken away already', async () => {
  const answers = plans(mine(connection('pln_a')));
  const gone = { ...answers, 'POST /member/plans/remove': refusal('no-plan-found') };
  const { page, button } = come('data-ms-plan:update="pln_b"', gone);
  expect(await press(button, page, false)).toBe('Your plan has been added.');
});

test.each(['cannot-change-team-account', 'no-plan-found'])('a removal of a plan is refused with %s', async (code) => {
  const answers = plans(mine(connection('pln_seat')));
  const kept = { ...answers, 'POST /member/plans/remove': refusal(code) };
  const { page, button } = come('data-ms-plan:remove="pln_seat"', kept);
  await expect(press(button, page, false)).rejects.toThrow(code);
});

test('a change to the plan one has does nothing, and says so', async () => {
  const { calls, page, button } = come('data-ms-plan:update="pln_a"', plans(mine(connection('pln_a'))));
  expect(await press(button, page, false)).toBe('You have this plan already.');
  expect(calls()).toHaveLength(1);
});

test('a change that names no plan gives none up', async () => {
  const { calls, page, button } = come('data-ms-plan:update="none"', plans(mine(connection('pln_a'))));
  await press(button, page, false);
  expect(calls()).toHaveLength(1);
});

test.each([
  ['/welcome', undefined, `${home}/welcome`],
  ['/welcome', `${home}/own`, `${home}/own`],
  ['https://school.example/welcome', undefined, 'https://school.example/welcome'],
  ['javascript:alert(1)', undefined, undefined],
])('a new plan leads where the settings say, %s, or the button, %s', async (redirect, own, leadsTo) => {
  const { wentTo, page, button } = come('data-ms-plan:add="pln_b"', plans(memberWith(), redirect));
  page.redirect = own;
  expect(await press(button, page, false)).toBe(leadsTo ? undefined : 'Your plan has been added.');
  expect(wentTo).toEqual(leadsTo ? [leadsTo] : []);
});

test('what a visitor chose is not asked for them: the dialog beside it opens', async () => {
  const { calls, page, button } = come('data-ms-plan:add="pln_b" data-ms-modal="signup"', plans());
  page.cart.keep('plan', ['pln_b']);
  await press(button, page, true);
  expect(calls()).toEqual([]);
  expect(page.opened).toMatchObject([{ type: 'signup', params: { signup: { plans: ['pln_b'] } } }]);
});

test('a price is paid with its coupon, and leads back to the page the button names', async () => {
  const checkout = 'POST /member/plans/create-checkout-session';
  const { asked, wentTo, page, button } = come('data-ms-price:add="prc_1" data-ms-coupon="SUMMER"', {
    'GET /app': siteWith(),
    [checkout]: { url: 'https://cards.example/1' },
  });
  page.redirect = `${home}/welcome`;
  await press(button, page, false);
  expect(asked.at(-1)!.body).toMatchObject({
    priceId: 'prc_1',
    couponId: 'SUMMER',
    success_url: `${home}/welcome`,
    cancel_url: `${home}/page`,
  });
  expect(wentTo).toEqual(['https://cards.example/1']);
});

test.each([
  ['add', undefined],
  ['update', true],
])('price:%s asks to replace other subscriptions: %s', async (word, replaces) => {
  const checkout = 'POST /member/plans/create-checkout-session';
  const { asked, page, button } = come(`data-ms-price:${word}="prc_1"`, {
    'GET /app': siteWith(),
    [checkout]: { url: 'https://cards.example/1' },
  });
  await press(button, page, false);
  expect((asked.at(-1)!.body as { replacesSubscriptions?: true }).replacesSubscriptions).toBe(replaces);
});

test.each([
  ['/bye', [`${home}/bye`]],
  ['https://school.example/', ['https://school.example/']],
  ['http://school.example/', []],
  ['javascript:alert(1)', []],
])('a log-out leads where the settings say, and to nothing that runs: %s', async (redirect, leadsTo) => {
  const { wentTo, page, button } = come('data-ms-action="logout"', { 'POST /member/logout': { redirect } });
  await press(button, page, false);
  expect(wentTo).toEqual(leadsTo);
  expect(page.membership.getMemberCookie()).toBeNull();
});

test('an account is deleted by a second press, and the first one says what that means', async () => {
  vi.useFakeTimers();
  const { asked, page, button } = come('data-ms-action="delete-account"', { 'DELETE /member': { id: 'mem_1' } });
  expect(await press(button, page, false)).toContain('Press once more');
  expect(button.textContent).toBe('Are you sure?');
  vi.advanceTimersByTime(11_000);
  expect(button.textContent).toBe('Go');
  await press(button, page, false);
  expect(asked).toEqual([]);
  expect(await press(button, page, false)).toBe('Your account has been deleted.');
  expect(asked.map(({ call }) => call)).toEqual(['DELETE /member']);
  vi.useRealTimers();
});

test('a word nobody knows does nothing, nor does one that every object has', async () => {
  for (const attribute of ['action="constructor"', 'action="x"', 'modal="constructor"', 'modal="TEST_CARD"']) {
    const { page, button } = come(`data-ms-${attribute}`);
    expect(await press(button, page, false)).toBeUndefined();
    expect(page.opened).toEqual([]);
  }
});

test.each([
  [{ type: 'CLOSED' }, []],
  [{ type: 'LOGIN', data: { redirect: '/dashboard' } }, [`${home}/dashboard`]],
  [{ type: 'LOGIN', data: { redirect: 'javascript:alert(1)' } }, []],
  [{ type: 'LOGOUT', data: { redirect: '/bye' } }, [`${home}/bye`]],
])('a dialog leads on as it ends: %j', async (result, leadsTo) => {
  const { wentTo, page, button } = come('data-ms-modal="login"');
  await press(button, page, true);
  page.opened[0]!.end(result as never);
  await Promise.resolve();
  await expect.poll(() => wentTo).toEqual(leadsTo);
});

test('a log-out in the profile that a page has opened is told there, or on the page it leads to', async () => {
  const message = 'You have been logged out.';
  const { page, wentTo } = come('data-ms-modal="profile"');
  await afterDialog({ type: 'LOGOUT', data: { redirect: null }, message }, page);
  expect(page.told).toEqual([[message, 'success']]);
  await afterDialog({ type: 'LOGOUT', data: { redirect: '/bye' }, message }, page);
  expect(wentTo).toEqual([`${home}/bye`]);
  expect(sessionStorage.getItem('ms_told')).toContain(message);
  expect(page.told).toHaveLength(1);
});

test('a picture is taken only if it is one, and not too large', async () => {
  const answer = { 'POST /member/profile-image': { profileImage: 'https://members.example/1.png' } };
  const tryWith = async (file: File | undefined) => {
    const { asked, page, button } = come('data-ms-action="profile-image"', answer);
    const click = vi.spyOn(HTMLInputElement.prototype, 'click').mockImplementation(function choose(
      this: HTMLInputElement,
    ) {
      Object.defineProperty(this, 'files', { value: file ? [file] : [] });
      this.dispatchEvent(new Event(file ? 'change' : 'cancel'));
    });
    const told = await press(button, page, false).catch((error: { code: string }) => error.code);
    click.mockRestore();
    return [told, asked.length];
  };
  const picture = (bytes: number, type = 'image/png') => new File([new Uint8Array(bytes)], 'p', { type });
  expect(await tryWith(undefined)).toEqual([undefined, 0]);
  expect(await tryWith(picture(1, 'text/html'))).toEqual(['invalid-file-type', 0]);
  expect(await tryWith(picture(4_000_001))).toEqual(['file-size-too-large', 0]);
  expect((await tryWith(picture(4_000_000)))[1]).toBe(1);
});

test('what the service refuses comes back to who pressed', async () => {
  const { page, button } = come('data-ms-plan:add="pln_b"', {
    ...plans(),
    'POST /member/plans/add': refusal('plan-member-limit-reached', 'This plan is full.'),
  });
  await expect(press(button, page, false)).rejects.toMatchObject({ message: 'This plan is full.' });
});

test('of two plans the one that is new is added, and a plan one has stops nothing', async () => {
  const { calls, page, button } = come('data-ms-plan:add="pln_a,pln_b"', plans(mine(connection('pln_a'))));
  expect(await press(button, page, false)).toBe('Your plan has been added.');
  expect(calls().slice(1)).toEqual([['add', 'pln_b']]);
});

test('a plan one has already leads where the button leads, or says so', async () => {
  const { calls, wentTo, page, button } = come('data-ms-plan:add="pln_a"', plans(mine(connection('pln_a'))));
  expect(await press(button, page, false)).toBe('You have this plan already.');
  page.redirect = `${home}/own`;
  expect(await press(button, page, false)).toBeUndefined();
  expect(wentTo).toEqual([`${home}/own`]);
  expect(calls().some(([call]) => call === 'add')).toBe(false);
});

test('what was done before a page leads on is said on the next page, once', async () => {
  const { page, button } = come('data-ms-plan:add="pln_b"', plans());
  page.redirect = `${home}/own`;
  await press(button, page, false);
  const next = openPage();
  look([document], next, { member: null, whole: null, app: undefined });
  look([document], next, { member: null, whole: null, app: undefined });
  expect(next.told).toEqual([['Your plan has been added.', 'success']]);
});

test('a logout leads where its link does, before where the settings say; `#` is nowhere', async () => {
  const leads = async (attributes: string, redirect: string | null) => {
    const { wentTo, page } = arriveAsMember(`<a ${attributes} data-ms-action="logout">Out</a>`, {
      'POST /member/logout': { redirect },
    });
    await press(find('a'), page, false);
    return wentTo;
  };
  expect(await leads('href="/bye"', '/settings')).toEqual([`${home}/bye`]);
  expect(await leads('href="#"', '/settings')).toEqual([`${home}/settings`]);
  expect(await leads('href="https://evil.example/"', null)).toEqual([]);
});

test('a visitor is not told that they are logged in', async () => {
  const { page, button } = come('data-ms-action="login-redirect"', { 'GET /member': null });
  await expect(press(button, page, false)).rejects.toMatchObject({ message: 'Please log in first.' });
});

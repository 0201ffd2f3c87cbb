import { expect, test, vi } from 'vitest';
import { createMembership } from '../../client/membership.ts';
import { arrive, logOutElsewhere, memberWith, serve, stayLoggedIn } from '../testing/visit.ts';

const domain = 'https://members.example';
const open = () => createMembership({ publicKey: 'pk_1', domain });
const tokens = { accessToken: 'new-token', expires: 2e12, type: 'bearer' };
const member = memberWith();

test('an answer about the token before a proof does not end the session that goes on under the new one', async () => {
  arrive();
  stayLoggedIn();
  const old = Promise.withResolvers<null>();
  const answers = [() => old.promise, () => member];
  serve({ 'GET /member': () => answers.shift()!(), 'POST /member/prove': { member, tokens } });
  const membership = open();
  const asking = membership.getCurrentMember();
  await membership.proveMember({ password: 'slow-river-lantern-42' });
  old.resolve(null);
  expect(await asking).toEqual({ data: member });
  expect([membership.getMemberCookie(), membership.knownMember()]).toEqual(['new-token', member]);
});

test('a member who logged out while the page asked for them is not there again', async () => {
  arrive();
  stayLoggedIn();
  const held = Promise.withResolvers<object>();
  serve({ 'GET /member': () => held.promise, 'POST /member/logout': { redirect: null } });
  const membership = open();
  const asking = membership.getCurrentMember();
  await membership.logout();
  held.resolve(member);
  expect(await asking).toEqual({ data: null });
  expect(membership.knownMember()).toBe(null);
});

test('a log-out is told when the page is looked at again, though a script has read the token since', async () => {
  arrive();
  stayLoggedIn();
  serve({ 'GET /member': member });
  const membership = open();
  await membership.getCurrentMember();
  logOutElsewhere();
  expect(membership.getMemberCookie()).toBe(null);
  dispatchEvent(new Event('focus'));
  expect(membership.knownMember()).toBe(null);
});

test('a sign-in with a provider ends the old session also before its member is known', async () => {
  arrive();
  stayLoggedIn();
  const { asked } = serve({ 'POST /member/logout': { redirect: null } });
  const popup = { closed: false, close: () => undefined };
  vi.stubGlobal('open', () => popup);
  const membership = open();
  const signingIn = membership.loginWithProvider({ provider: 'club' });
  dispatchEvent(
    Object.assign(new Event('message'), { origin: domain, source: popup, data: { data: { member, tokens } } }),
  );
  await signingIn;
  expect(asked).toEqual([{ call: 'POST /member/logout', body: undefined }]);
  expect(membership.getMemberCookie()).toBe('new-token');
});

test('an answer about the member before the page has changed them does not undo the change', async () => {
  arrive();
  stayLoggedIn();
  const changed = memberWith({ customFields: { 'first-name': 'Bea' } });
  const old = Promise.withResolvers<object>();
  const answers = [() => member, () => old.promise, () => changed];
  const { asked } = serve({ 'GET /member': () => answers.shift()!(), 'POST /member': changed });
  const membership = open();
  await membership.getCurrentMember();
  const told: (object | null)[] = [];
  membership.onAuthChange((each) => told.push(each));
  const asking = membership.getCurrentMember();
  await membership.updateMember({ customFields: { 'first-name': 'Bea' } });
  old.resolve(member);
  expect(await asking).toEqual({ data: changed });
  expect(told).toEqual([changed, changed]);
  expect(asked.map(({ call }) => call)).toEqual(['GET /member', 'GET /member', 'POST /member', 'GET /member']);
});

test('scripts that ask for the member side by side ask once each', async () => {
  arrive();
  stayLoggedIn();
  const { asked } = serve({ 'GET /member': () => ({ ...member }) });
  const { getCurrentMember } = open();
  await Promise.all([getCurrentMember(), getCurrentMember(), getCurrentMember()]);
  expect(asked).toHaveLength(3);
});

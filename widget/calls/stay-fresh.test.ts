import { afterEach, expect, test, vi } from 'vitest';
import { checkSignIn, createFirstCalls } from '../../client/membership.ts';
import type { Member } from '../../contract/members.ts';
import { arrive, logOutElsewhere, memberWith, serve, stayLoggedIn } from '../testing/visit.ts';

const options = { publicKey: 'pk_1', domain: 'https://members.example' };
const withPlan: Member = { ...memberWith(), permissions: ['a-plan-was-given'] };
let visibility: DocumentVisibilityState = 'visible';
const show = (state: DocumentVisibilityState) => {
  visibility = state;
  document.dispatchEvent(new Event('visibilitychange'));
};
const listening = vi.spyOn(document, 'addEventListener');
afterEach(() => {
  vi.useRealTimers();
  for (const [name, listener] of listening.mock.calls) document.removeEventListener(name, listener as EventListener);
  visibility = 'visible';
});

/** A page with a member, that follows them. */
async function visit() {
  vi.useFakeTimers();
  vi.resetModules();
  vi.spyOn(document, 'visibilityState', 'get').mockImplementation(() => visibility);
  arrive();
  stayLoggedIn();
  const answer: { member: Member | null } = { member: memberWith() };
  const { asked } = serve({ 'GET /member': () => answer.member });
  const { shared, ...membership } = createFirstCalls(options, checkSignIn);
  await membership.getCurrentMember();
  const told: (Member | null)[] = [];
  const over: unknown[] = [];
  membership.onAuthChange((member, isOver) => {
    told.push(member);
    over.push(isOver);
  });
  const { stayFresh } = await import('./stay-fresh.ts');
  stayFresh(shared);
  // Once for a page, however often it is drawn.
  stayFresh(shared);
  asked.length = 0;
  return { answer, asked, told, over, membership };
}

test('what staff change is known within half a minute, and told once', async () => {
  const { answer, asked, told } = await visit();
  answer.member = withPlan;
  await vi.advanceTimersByTimeAsync(30_000);
  expect(told).toEqual([withPlan]);
  await vi.advanceTimersByTimeAsync(60_000);
  expect([told.length, asked.length]).toEqual([1, 3]);
});

test('a timer that is early by a millisecond makes nobody wait another round', async () => {
  const { answer, told } = await visit();
  await vi.advanceTimersByTimeAsync(30_000);
  // As a clock does that was set back between two rounds.
  vi.setSystemTime(Date.now() - 1_000);
  answer.member = withPlan;
  await vi.advanceTimersByTimeAsync(30_000);
  expect(told).toEqual([withPlan]);
});

test('a page that is not seen asks nothing, and at once when it is seen again', async () => {
  const { answer, asked, told } = await visit();
  show('hidden');
  answer.member = withPlan;
  await vi.advanceTimersByTimeAsync(300_000);
  expect(asked).toEqual([]);
  show('visible');
  await vi.advanceTimersByTimeAsync(0);
  expect(told).toEqual([withPlan]);
  // Seen again and again asks no more than a page that stays.
  for (let times = 0; times < 5; times++) show('visible');
  await vi.advanceTimersByTimeAsync(0);
  expect(asked).toHaveLength(1);
});

test('a session that staff have ended is over on the page', async () => {
  const { answer, told, over, membership } = await visit();
  answer.member = null;
  await vi.advanceTimersByTimeAsync(30_000);
  expect([told, over, membership.getMemberCookie()]).toEqual([[null], [true], null]);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(told).toEqual([null]);
});

test('a session that went without an event is over on the page, though the page is not seen', async () => {
  const { asked, told, over, membership } = await visit();
  show('hidden');
  logOutElsewhere();
  await vi.advanceTimersByTimeAsync(30_000);
  expect([told, over, membership.knownMember()]).toEqual([[null], [undefined], null]);
  await vi.advanceTimersByTimeAsync(60_000);
  expect([told, asked]).toEqual([[null], []]);
});

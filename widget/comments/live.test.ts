import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { limits } from '../../contract/limits.ts';
import { arriveAsMember, find, refusal } from '../testing/visit.ts';
import { follow } from './live.ts';

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('visible');
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const info = 'GET /comments/channels/info';
const quiet = { postCount: 0, typing: 0, changes: 0, unread: 0, present: { count: 0, members: [] } };

/** Follows a channel in which nothing happens, and notes when the service is asked. */
function watch(parts = '') {
  const times: number[] = [];
  const answer = { now: quiet as object };
  const { page } = arriveAsMember(`<div data-ms-channel="talk">${parts}</div>`, {
    [info]: () => {
      times.push(Date.now());
      return answer.now;
    },
  });
  const closed = vi.fn<() => void>();
  const goOn = follow({
    element: find('div'),
    page,
    isReading: true,
    channelKey: () => 'talk',
    total: () => 0,
    onNews: () => Promise.resolve(),
    onClosed: closed,
  });
  return { times, answer, closed, goOn };
}
const longestWait = (times: readonly number[]) => Math.max(...times.slice(1).map((time, at) => time - times[at]!));

test('a page that shows typing asks before typing that was said once has ended', async () => {
  const { times } = watch('<p data-ms-post="is-typing">Somebody is typing</p>');
  await vi.advanceTimersByTimeAsync(300_000);
  expect(longestWait(times)).toBeLessThan(limits.typingSeconds * 1_000);
});

test('a page that does not show typing asks every 20 seconds where nothing happens', async () => {
  const { times } = watch();
  await vi.advanceTimersByTimeAsync(300_000);
  expect(longestWait(times)).toBe(20_000);
});

test('a channel that was closed to its reader is not asked about until the page is looked at again', async () => {
  const { times, answer, closed, goOn } = watch();
  await vi.advanceTimersByTimeAsync(1_000);
  answer.now = refusal('access-denied');
  await vi.advanceTimersByTimeAsync(300_000);
  expect(closed).toHaveBeenCalledOnce();
  const before = times.length;
  answer.now = quiet;
  goOn();
  await vi.advanceTimersByTimeAsync(30_000);
  expect(times.length).toBeGreaterThan(before + 1);
});

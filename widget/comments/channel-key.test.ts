import { expect, test } from 'vitest';
import { channelKeyOf } from './channel-key.ts';

test('what an author writes is the key', () => {
  expect(channelKeyOf(' evenings/sharpening ', '/talk')).toBe('evenings/sharpening');
  expect(channelKeyOf('__proto__', '/talk')).toBe('__proto__');
});

test.each([
  ['/blog/a-bench-in-a-day', 'a-bench-in-a-day'],
  ['/blog/a-bench/', 'a-bench'],
  ['/talk.html', 'talk'],
  ['/', 'home'],
  ['/werkb%C3%A4nke', 'werkbänke'],
  ['/50%', '50-'],
  ['/a%20b%3Cscript%3E', 'a-b-script-'],
  [`/${'x'.repeat(300)}`, 'x'.repeat(200)],
])('without one the page %s has the channel %s', (path, key) => {
  expect(channelKeyOf('', path)).toBe(key);
});

test.each(['a b', '<b>', '"', '[x]', 'a?b', 'x'.repeat(201)])('%s is no key', (written) => {
  expect(channelKeyOf(written, '/talk')).toBeUndefined();
});

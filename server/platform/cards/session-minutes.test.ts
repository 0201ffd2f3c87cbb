import { expect, test } from 'vitest';
import { sessionMinutesFor } from './session-minutes.ts';

test('a checkout that is promised for longer than the shortest lives as long as promised, and a minute for the way', () => {
  expect(sessionMinutesFor(45)).toBe(46);
});

test('a checkout is accepted by the provider though it arrives almost a minute later, however short the promise', () => {
  for (const promisedMinutes of [0, 10, 29, 30]) expect(sessionMinutesFor(promisedMinutes)).toBe(31);
});

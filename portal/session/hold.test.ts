import { expect, it } from 'vitest';
import { holdAt } from './hold.ts';

const expiresAt = '2026-11-20T14:35:00.000Z';
const minutesBefore = (minutes: number) => Date.parse(expiresAt) - minutes * 60_000;

it('a hold is quiet until its end is near', () => {
  expect(holdAt(expiresAt, minutesBefore(30))).toEqual({ expiresAt, announcement: '' });
  expect(holdAt(expiresAt, minutesBefore(5.1))?.announcement).toBe('');
});

it('a hold is announced five minutes and one minute before its end', () => {
  expect(holdAt(expiresAt, minutesBefore(5))?.announcement).toBe('5 minutes left');
  expect(holdAt(expiresAt, minutesBefore(1.1))?.announcement).toBe('5 minutes left');
  expect(holdAt(expiresAt, minutesBefore(1))?.announcement).toBe('1 minute left');
});

it('a hold that has ended, or never was, is none', () => {
  expect(holdAt(expiresAt, minutesBefore(0))).toBeUndefined();
  expect(holdAt(null, minutesBefore(5))).toBeUndefined();
  expect(holdAt(undefined, minutesBefore(5))).toBeUndefined();
});

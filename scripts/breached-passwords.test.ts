import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { buildBloomFilter } from '../server/platform/breached-passwords/bloom-filter.ts';
import { breachedFile, isBreached } from '../server/platform/breached-passwords/breached-passwords.ts';
import { readBreachedPasswords } from './breached-passwords.ts';

const passwords = readBreachedPasswords();

test('the file of leaked passwords is what the script writes', () => {
  expect(readFileSync(breachedFile).equals(buildBloomFilter(passwords))).toBe(true);
});

test('every password of the lists is known', () => {
  expect([...passwords].filter((password) => !isBreached(password))).toEqual([]);
});

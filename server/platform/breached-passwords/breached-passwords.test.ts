import { statSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { buildBloomFilter, countEntries, mayContain } from './bloom-filter.ts';
import { breachedFile, countBreached, isBreached } from './breached-passwords.ts';

/** Passwords that are in no list. Deterministic, so that the number of false positives is the same in every run. */
const strangers = Array.from({ length: 200_000 }, (_, index) => `in no list, number ${index}`);

describe('the file of leaked passwords', () => {
  test.for(['12345678', 'password1', 'trustno1', 'qwertyuiop', 'football', 'PassWord1'])('knows %s', (password) =>
    expect(isBreached(password)).toBe(true),
  );

  test('has at most one false positive in 50,000', () => {
    expect(strangers.filter(isBreached).length).toBeLessThanOrEqual(strangers.length / 50_000);
  });

  test('knows more than 190,000 in less than 600 kB', () => {
    expect(countBreached()).toBeGreaterThan(190_000);
    expect(statSync(breachedFile).size).toBeLessThan(600_000);
  });
});

describe('a Bloom filter', () => {
  const entries = new Set(Array.from({ length: 10_000 }, (_, index) => `entry ${index}`));
  const filter = buildBloomFilter(entries);

  test('contains each of its entries, and counts them', () => {
    expect([...entries].filter((entry) => !mayContain(filter, entry))).toEqual([]);
    expect(countEntries(filter)).toBe(10_000);
  });

  test('with a third of the bits has many false positives, which the count detects', () => {
    const tooSmall = filter.map(
      (byte, index) => byte | filter[(index + 10_000) % 30_000]! | filter[(index + 20_000) % 30_000]!,
    );
    expect(strangers.slice(0, 50_000).filter((each) => mayContain(tooSmall, each)).length).toBeGreaterThan(1);
  });
});

import { setTimeout as sleep } from 'node:timers/promises';
import { hash } from '@node-rs/argon2';
import { describe, expect, test } from 'vitest';
import { hashPassword, isOutdatedHash, isPassword } from './password-hashing.ts';
import { Refusal } from './refusal.ts';

test('a password belongs to its own hash, to the last byte', async () => {
  const long = 'ä'.repeat(256);
  const stored = await hashPassword(long);
  expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(await isPassword(long, stored)).toBe(true);
  for (const other of [long.slice(1), `${long} `, long.toUpperCase(), ''])
    expect(await isPassword(other, stored)).toBe(false);
});

test('two hashes of one password differ', async () => {
  expect(await hashPassword('slow-river-lantern-42')).not.toBe(await hashPassword('slow-river-lantern-42'));
});

test('without a hash nothing is right, and it takes as long as with one', async () => {
  const stored = await hashPassword('slow-river-lantern-42');
  const timed = async (work: Promise<boolean>) => {
    const startedMs = performance.now();
    expect(await work).toBe(false);
    return performance.now() - startedMs;
  };
  await isPassword('warm up', null);
  // The quickest of many, taken in turns: other programs on this machine slow some of them down.
  let [without, wrong] = [Infinity, Infinity];
  for (let tried = 0; tried < 15; tried++) {
    without = Math.min(without, await timed(isPassword('guess', null)));
    wrong = Math.min(wrong, await timed(isPassword('guess', stored)));
  }
  // Leaving the hash out would make one a hundred times quicker; a busy machine makes it a few times slower.
  expect(without / wrong).toBeGreaterThan(0.2);
  expect(without / wrong).toBeLessThan(5);
});

test('a hash made with less effort is outdated', async () => {
  expect(isOutdatedHash(await hashPassword('slow-river-lantern-42'))).toBe(false);
  expect(isOutdatedHash(await hash('slow-river-lantern-42', { memoryCost: 8_192, timeCost: 2 }))).toBe(true);
});

describe('a flood of log-ins', () => {
  test('is turned away beyond a bounded queue, while timers go on, and leaves nothing behind', async () => {
    const flood = Array.from({ length: 100 }, (_, index) =>
      hashPassword(`flood-${index}`).then(
        () => 'hashed',
        (error: unknown) => error,
      ),
    );
    const startedMs = performance.now();
    await sleep(10);
    const waitedMs = performance.now() - startedMs;
    const outcomes = await Promise.all(flood);
    const refused = outcomes.filter((outcome) => outcome !== 'hashed');
    expect(refused).toHaveLength(100 - 2 - 64);
    for (const refusal of refused) {
      expect(refusal).toBeInstanceOf(Refusal);
      expect(refusal).toMatchObject({ code: 'service-unavailable', retryAfterSeconds: 2 });
    }
    expect(waitedMs).toBeLessThan(5_000);
    expect(await Promise.all([hashPassword('after'), hashPassword('after'), hashPassword('after')])).toHaveLength(3);
  });
});

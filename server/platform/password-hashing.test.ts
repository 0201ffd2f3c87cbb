import { setTimeout as sleep } from 'node:timers/promises';
import { hash } from '@node-rs/argon2';
import { describe, expect, test } from 'vitest';
import { hashPassword, isOutdatedHash, isPassword } from './password-hashing.ts';
import { Refusal } from './refusal.ts';

const of = (client: string, account: string, isLogIn = false) => ({ client, account, isLogIn });
const whom = of('198.51.100.1', 'ana');

test('a password belongs to its own hash, to the last byte', async () => {
  const long = 'ä'.repeat(256);
  const stored = await hashPassword(long, whom);
  expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(await isPassword(long, stored, whom)).toBe(true);
  for (const other of [long.slice(1), `${long} `, long.toUpperCase(), ''])
    expect(await isPassword(other, stored, whom)).toBe(false);
});

test('two hashes of one password differ', async () => {
  expect(await hashPassword('slow-river-lantern-42', whom)).not.toBe(await hashPassword('slow-river-lantern-42', whom));
});

test('without a hash nothing is right, and it takes as long as with one', async () => {
  const stored = await hashPassword('slow-river-lantern-42', whom);
  const timed = async (work: Promise<boolean>) => {
    const startedMs = performance.now();
    expect(await work).toBe(false);
    return performance.now() - startedMs;
  };
  await isPassword('warm up', null, whom);
  // The quickest of many, taken in turns: other programs on this machine slow some of them down.
  let [without, wrong] = [Infinity, Infinity];
  for (let tried = 0; tried < 15; tried++) {
    without = Math.min(without, await timed(isPassword('guess', null, whom)));
    wrong = Math.min(wrong, await timed(isPassword('guess', stored, whom)));
  }
  // Leaving the hash out would make one a hundred times quicker; a busy machine makes it a few times slower.
  expect(without / wrong).toBeGreaterThan(0.2);
  expect(without / wrong).toBeLessThan(5);
});

test('a hash made with less effort is outdated', async () => {
  expect(isOutdatedHash(await hashPassword('slow-river-lantern-42', whom))).toBe(false);
  expect(isOutdatedHash(await hash('slow-river-lantern-42', { memoryCost: 8_192, timeCost: 2 }))).toBe(true);
});

describe('a flood', () => {
  test('is turned away beyond a bounded queue, while timers go on, and leaves nothing behind', async () => {
    const flood = Array.from({ length: 100 }, (_, index) =>
      hashPassword(`flood-${index}`, of(`${index}`, `${index}`)).then(
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
    expect(await Promise.all(Array.from({ length: 3 }, () => hashPassword('after', whom)))).toHaveLength(3);
  });

  /** Ten accounts of one client, nine times each, as fast as it can. @returns how many were hashed, once it is over */
  async function floodFrom(client: string): Promise<number> {
    const asked = Array.from({ length: 90 }, (_, index) => hashPassword('flood', of(client, `account ${index % 10}`)));
    return (await Promise.allSettled(asked)).filter(({ status }) => status === 'fulfilled').length;
  }

  test.for([
    ['from another address', '198.51.100.2'],
    ['from the same address', '198.51.100.1'],
  ] as const)('of one client keeps no log-in out %s, nor waiting behind it', async ([, client]) => {
    const stored = await hash('slow-river-lantern-42');
    let floodIsOver = false;
    const flooded = floodFrom('198.51.100.1').finally(() => (floodIsOver = true));
    const logIns = Array.from({ length: 12 }, (_, index) =>
      isPassword('slow-river-lantern-42', stored, of(client, `student ${index}`, true)),
    );
    expect(await Promise.all(logIns)).toEqual(logIns.map(() => true));
    expect(floodIsOver).toBe(false);
    expect(await flooded).toBeGreaterThan(0);
  });

  test('of sign-ups, each for another account, has one turn where log-ins from the same address have four', async () => {
    const [client, stored] = ['198.51.100.1', await hash('slow-river-lantern-42')];
    let hashed = 0;
    const count = () => void hashed++;
    const signUps = Array.from({ length: 90 }, (_, index) =>
      hashPassword('flood', of(client, `new ${index}`)).then(count),
    );
    const flooded = Promise.allSettled(signUps);
    const logIns = Array.from({ length: 12 }, (_, index) =>
      isPassword('slow-river-lantern-42', stored, of(client, `student ${index}`, true)),
    );
    expect(await Promise.all(logIns)).toEqual(logIns.map(() => true));
    // Two ran before the first log-in came; taking turns one by one it would be as many as there are log-ins, and these two.
    expect(hashed).toBeLessThan((logIns.length * 3) / 4);
    await flooded;
    expect(hashed).toBeGreaterThan(logIns.length);
  });

  test('of one client leaves sign-ups from elsewhere their turns', async () => {
    const flooded = floodFrom('198.51.100.1');
    await expect(hashPassword('new', of('198.51.100.3', 'newcomer'))).resolves.toBeTruthy();
    await flooded;
  });

  test('of log-ins to one account leaves the other accounts of that network theirs', async () => {
    const stored = await hash('slow-river-lantern-42');
    const tries = Promise.allSettled(
      Array.from({ length: 90 }, () => isPassword('guess', stored, of('198.51.100.1', 'one', true))),
    );
    expect(await isPassword('slow-river-lantern-42', stored, of('198.51.100.1', 'other', true))).toBe(true);
    await tries;
  });
});

import { setTimeout as sleep } from 'node:timers/promises';
import { hash } from '@node-rs/argon2';
import { hash as hashBcrypt } from '@node-rs/bcrypt';
import { describe, expect, test } from 'vitest';
import { hashPassword, isOutdatedHash, isPassword } from './password-hashing.ts';
import { hashBounds, readHash } from './password-schemes.ts';
import { Refusal } from './refusal.ts';

const of = (client: string, account: string, isLogIn = false) => ({ client, account, isLogIn });
const whom = of('198.51.100.1', 'ana');

test('a password matches its own hash, to the last byte', async () => {
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

test('without a stored hash no password matches, and it takes as long as with one', async () => {
  const stored = await hashPassword('slow-river-lantern-42', whom);
  /** @returns the microseconds of CPU that it took, on all threads: other programs on this machine change them little */
  const worked = async (compared: string | null) => {
    const before = process.cpuUsage();
    expect(await isPassword('guess', compared, whom)).toBe(false);
    const { user, system } = process.cpuUsage(before);
    return user + system;
  };
  await isPassword('warm up', null, whom);
  let [without, wrong] = [0, 0];
  for (let tried = 0; tried < 25; tried++) {
    without += await worked(null);
    wrong += await worked(stored);
  }
  // Leaving the hash out would make one a hundred times quicker.
  expect(without / wrong).toBeGreaterThan(0.4);
  expect(without / wrong).toBeLessThan(2.5);
});

test('a hash made with less effort is outdated', async () => {
  expect(isOutdatedHash(await hashPassword('slow-river-lantern-42', whom))).toBe(false);
  expect(isOutdatedHash(await hash('slow-river-lantern-42', { memoryCost: 8_192, timeCost: 2 }))).toBe(true);
});

/** Of the password slow-river-lantern-42, made by Python's hashlib and glibc's crypt. */
const foreignHashes = [
  ['bcrypt', '$2b$10$abcdefghijklmnopqrstuuKZE5U3rr2BEmzA8PFp/nuwNyCCUIcJ.'],
  ['bcrypt', '$2y$04$abcdefghijklmnopqrstuup9i/Fc0aLGwzub5WrzbAQKYRQ/Ky48e'],
  ['scrypt', '$scrypt$ln=14,r=8,p=1$MDEyMzQ1Njc4OWFiY2RlZg$onYoOazOtmCwUiTYMS5mwx9YiLSd6S1PL5PL7/prrzA'],
  ['pbkdf2', '$pbkdf2$29000$MDEyMzQ1Njc4OWFiY2RlZg$Q0S4oUnMkK1xOg4ydDXuH9v3BU4'],
  ['pbkdf2', '$pbkdf2-sha256$29000$MDEyMzQ1Njc4OWFiY2RlZg$HhpwQj4ERqgv5/7jFQAYO31RcpWs5iFGPjYhhFXjjGc'],
  ['pbkdf2', '$pbkdf2-sha256$i=29000,l=32$MDEyMzQ1Njc4OWFiY2RlZg$HhpwQj4ERqgv5/7jFQAYO31RcpWs5iFGPjYhhFXjjGc'],
  [
    'pbkdf2',
    '$pbkdf2-sha512$29000$MDEyMzQ1Njc4OWFiY2RlZg$PfzViHPS/m2bS/4Ca0Fd5tNT9k83fLxgiocg206jf5CRFz0lL/nbP9YG2P4iUEssWd4Rc71vvVSbNMEy.M3UGw',
  ],
  ['pbkdf2', 'pbkdf2_sha256$60000$aBcDeFgHiJkL$N1plXxuA2fSlqXJidDFeagfJto7LSElM2D4WPn3lmyI='],
] as const;

describe('a hash of another system', () => {
  test.for(foreignHashes)('by %s verifies its own password alone, and is outdated: %s', async ([scheme, stored]) => {
    expect(readHash(stored)).toMatchObject({ scheme });
    expect(await isPassword('slow-river-lantern-42', stored, whom)).toBe(true);
    expect(await isPassword('slow-river-lantern-43', stored, whom)).toBe(false);
    expect(isOutdatedHash(stored)).toBe(true);
  });

  const salt = 'MDEyMzQ1Njc4OWFiY2RlZg';
  const digest = 'A'.repeat(43);
  test.for([
    [`$argon2id$v=19$m=1048576,t=1,p=1$${salt}$${digest}`, 'too-costly'],
    [`$argon2id$v=19$m=65536,t=5,p=1$${salt}$${digest}`, 'too-costly'],
    [`$argon2id$v=19$m=19456,t=2,p=99$${salt}$${digest}`, 'too-costly'],
    [`$2b$${hashBounds.bcrypt.cost + 1}$${'a'.repeat(53)}`, 'too-costly'],
    [`$2b$31$${'a'.repeat(53)}`, 'too-costly'],
    [`$scrypt$ln=20,r=8,p=1$${salt}$${digest}`, 'too-costly'],
    [`$scrypt$ln=1,r=1,p=999$${salt}$${digest}`, { scheme: 'scrypt' }],
    [`$scrypt$ln=20,r=1,p=1$${salt}$${digest}`, 'unknown-kind'],
    [`$scrypt$ln=99,r=8,p=1$${salt}$${digest}`, 'too-costly'],
    [`$pbkdf2-sha256$99999999$${salt}$${digest}`, 'too-costly'],
    // Each block of output takes all rounds again.
    [`$pbkdf2-sha1$1000000$${salt}$${digest}`, 'too-costly'],
    [`pbkdf2_sha256$5000000$salt-of-django$${digest}=`, 'too-costly'],
    [`$pbkdf2-sha256$29000$${salt}$AAAA`, 'too-short'],
    [`$scrypt$ln=14,r=8,p=1$AAAA$${digest}`, 'too-short'],
    [`$pbkdf2-sha256$0$${salt}$${digest}`, 'unknown-kind'],
    [`$argon2id$v=19$m=0,t=2,p=1$${salt}$${digest}`, 'unknown-kind'],
    ['5f4dcc3b5aa765d61d8327deb882cf99', 'unknown-kind'],
    ['$1$abcdefgh$0123456789012345678901', 'unknown-kind'],
    ['$6$rounds=5000$abcdefgh$0123456789', 'unknown-kind'],
    ['', 'unknown-kind'],
    ['$2b$10$short', 'unknown-kind'],
    [`$2b$10$${'a'.repeat(600)}`, 'unknown-kind'],
  ] as const)('is read without hashing: %s is %o', ([stored, expected]) => {
    if (typeof expected === 'string') expect(readHash(stored)).toBe(expected);
    else expect(readHash(stored)).toMatchObject(expected);
  });

  test('at every bound verifies within the memory that it may take', async () => {
    for (const stored of [
      await hash('slow-river-lantern-42', { memoryCost: 65_536, timeCost: 4, parallelism: 1 }),
      await hashBcrypt('slow-river-lantern-42', 12),
    ])
      expect(await isPassword('slow-river-lantern-42', stored, whom)).toBe(true);
    for (const parameters of ['ln=17,r=8,p=1', 'ln=15,r=1,p=32', 'ln=4,r=8,p=999'])
      expect(await isPassword('guess', `$scrypt$${parameters}$${salt}$${digest}`, whom)).toBe(false);
  });

  test('that cannot be read matches no password', async () => {
    expect(await isPassword('slow-river-lantern-42', 'void', whom)).toBe(false);
  });
});

describe('a flood', () => {
  test('is refused beyond a bounded queue, without blocking the event loop', async () => {
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
    const hashedBy: number[] = [];
    const logIns = Array.from({ length: 12 }, async (_, index) => {
      const isRight = await isPassword('slow-river-lantern-42', stored, of(client, `student ${index}`, true));
      hashedBy.push(hashed);
      return isRight;
    });
    expect(await Promise.all(logIns)).toEqual(logIns.map(() => true));
    // Two ran before the first log-in came; taking turns one by one it would be as many as there are log-ins, and these two.
    // Of the last log-ins none waits any more, however long a busy machine takes for them.
    expect(hashedBy[8]).toBeLessThan((9 * 3) / 4);
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

import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { findWeakness } from './secret-strength.ts';

test.for([
  ['a'.repeat(32), 'a pattern that repeats'],
  ['hunter2'.repeat(5), 'a pattern that repeats'],
  ['abcdefghijklmnopqrstuvwxyz012345', 'a pattern that repeats'],
  ['0123456789abcdef0123456789abcdef', 'a pattern that repeats'],
  ['12345678901234567890123456789012345678901234', 'a pattern that repeats'],
  ['please-change-me-x7Qp2mZ9vB4nL8kW1', 'made of words that examples are made of'],
  ['replace-with-openssl-rand-hex-32-x', 'made of words that examples are made of'],
  ['MyVeryOwnSecret-2026-x7Qp2mZ9vB4n', 'made of words that examples are made of'],
  ['the-quick-brown-fox-jumps-over-it', 'worth less than 128 bits'],
  ['52809174635281904376215098437621', 'worth less than 128 bits'],
  ['9f2c41d07be85a36', 'worth less than 128 bits'],
] as const)('%s is %s', ([secret, weakness]) => expect(findWeakness(secret)).toBe(weakness));

test.for(['hex', 'base64', 'base64url'] as const)('random bytes of openssl and Node pass as %s', (encoding) => {
  for (const bytes of [24, 32, 48, 2_000])
    for (let drawn = 0; drawn < 500; drawn++) {
      const secret = randomBytes(bytes).toString(encoding);
      expect([secret, findWeakness(secret)]).toEqual([secret, undefined]);
    }
});

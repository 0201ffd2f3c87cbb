import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseEmail } from './email-address.ts';

test.for([
  ['a@example.org', 'a@example.org'],
  ['First.Last+tag@Sub.Example.ORG', 'first.last+tag@sub.example.org'],
  ["o'neill_1@ex-ample.co.nz", "o'neill_1@ex-ample.co.nz"],
  ['x@xn--bcher-kva.example', 'x@xn--bcher-kva.example'],
] as const)('%s is stored as %s', ([typed, stored]) => {
  expect(parseEmail(typed)).toBe(stored);
});

test.for([
  '',
  'plain',
  '@example.org',
  'a@',
  'a@b',
  'a@b.c',
  'a@example.o',
  'a@example.1',
  ' a@example.org',
  'a@example.org ',
  'a@example.org\n',
  'a b@example.org',
  'a@@example.org',
  'a@b@example.org',
  'a@example.org,b@example.org',
  'a@example.org;b@example.org',
  '<a@example.org>',
  'A <a@example.org>',
  '"a b"@example.org',
  '.a@example.org',
  'a.@example.org',
  'a..b@example.org',
  'a@-example.org',
  'a@example-.org',
  'a@.example.org',
  'a@example..org',
  'a@[127.0.0.1]',
  'a@exa_mple.org',
  'ü@example.org',
  'a@exämple.org',
  'a＠example.org',
  '\u212a@example.org',
  'a\u0000@example.org',
  'a%0d%0abcc:b@example.org\r\nBcc: c@example.org',
  `${'a'.repeat(65)}@example.org`,
  `a@${'b'.repeat(64)}.org`,
  `a@${'b.'.repeat(130)}org`,
])('%j is not an address', (typed) => {
  expect(() => parseEmail(typed)).toThrow('Please enter a valid email address');
});

test('the canonical form is idempotent', () => {
  fc.assert(
    fc.property(fc.oneof(fc.emailAddress(), fc.string({ unit: 'binary' })), (typed) => {
      let email: string;
      try {
        email = parseEmail(typed);
      } catch {
        return;
      }
      expect(email).toMatch(/^[!-~]+$/);
      expect(email).toBe(email.toLowerCase());
      expect(parseEmail(email)).toBe(email);
    }),
  );
});

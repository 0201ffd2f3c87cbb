import { describe, expect, test } from 'vitest';
import { signInPath, wantedPath } from './guard.ts';

describe('the address to go on to after signing in', () => {
  test('is the one that was asked for', () => {
    expect(wantedPath(signInPath('/staff?person=stf_1').slice('/sign-in'.length))).toBe('/staff?person=stf_1');
  });

  test.for([
    '//evil.example',
    String.raw`/\evil.example`,
    'https://evil.example',
    'javascript:alert(1)',
    '',
    '/sign-in',
  ])('is the first page instead of %s', (next) => expect(wantedPath(`?next=${encodeURIComponent(next)}`)).toBe('/'));

  test('is left out where it is the first page', () => expect(signInPath('/')).toBe('/sign-in'));
});

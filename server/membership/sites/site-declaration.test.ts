import { describe, expect, test } from 'vitest';
import { liveSite } from '../../testing/membership.ts';
import { SiteDeclaration } from './site-declaration.ts';

const script = ['javascript', 'alert(1)'].join(':');
const accepts = (changes: object) => SiteDeclaration.safeParse({ ...liveSite, ...changes }).success;

test('a complete declaration is taken', () => {
  expect(accepts({})).toBe(true);
});

describe('a declaration is refused', () => {
  test.for([
    ['an origin with a path', { origins: ['https://club.example/members'] }],
    ['an origin with a slash at its end', { origins: ['https://club.example/'] }],
    ['an origin with a pattern', { origins: ['https://*.club.example'] }],
    ['an origin in capitals', { origins: ['https://Club.example'] }],
    ['no origin but null', { origins: ['null'] }],
    ['every origin', { origins: ['*'] }],
    ['an origin that is a script', { origins: [script] }],
    ['a test key in live mode', { publicKey: 'pk_sb_live' }],
    ['a live key in test mode', { mode: 'sandbox' }],
    ['a button that runs a script', { ssoSignupButtonUrl: script }],
    ['a logo that is data', { branding: { logo: 'data:image/svg+xml,<svg>', colors: { lightMode: {} } } }],
    ['a captcha nobody checks', { captchaRequired: true, captcha: { service: 'hcaptcha' } }],
    [
      'two fields with one key',
      {
        fields: [
          { key: 'a', label: 'A' },
          { key: 'a', label: 'B' },
        ],
      },
    ],
    ['a field that would change an object', { fields: [{ key: '__proto__', label: 'A' }] }],
    [
      'a redirect to another host',
      {
        contentGroups: [
          { id: 'g', name: 'G', key: 'g', allowAllMembers: true, redirect: '//evil.example', urls: [], plans: [] },
        ],
      },
    ],
    [
      'a price below nothing',
      {
        plans: [
          {
            id: 'pln_a',
            name: 'A',
            prices: [{ id: 'prc_a', name: 'A', type: 'ONETIME', amountCents: -1, currency: 'NZD' }],
          },
        ],
      },
    ],
  ] as [string, object][])('with %s', ([, changes]) => {
    expect(accepts(changes)).toBe(false);
  });
});

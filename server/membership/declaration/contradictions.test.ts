import { expect, test } from 'vitest';
import { findContradictions } from './contradictions.ts';

const settings = [
  ['captchaRequired', { captchaRequired: true, captcha: { service: 'altcha' } }],
  ['privateSignup', { privateSignup: true }],
] as const;

test.for(settings)('%s is refused where the pages of this product belong to the site', ([path, set]) => {
  expect(findContradictions({ ownPages: true, ...set })).toEqual([
    { path: [path], message: expect.stringContaining('the pages of this product') },
  ]);
});

test.for(settings)('%s is taken from any other site', ([, set]) => {
  expect(findContradictions({ ownPages: false, ...set })).toEqual([]);
});

test('the pages of this product belong to a site without either', () => {
  expect(findContradictions({ ownPages: true, captchaRequired: false, privateSignup: false })).toEqual([]);
});

import * as z from 'zod/mini';
import { expect, test } from 'vitest';
import { isDeclared, splitName, type CallDefinition } from './call.ts';

const bare: CallDefinition = { caller: 'open' };

test('a call may answer with what it declares, and with what follows from its caller and body', () => {
  expect(isDeclared({ ...bare, refusals: ['cohort-full'] }, 'cohort-full')).toBe(true);
  expect(isDeclared(bare, 'cohort-full')).toBe(false);
  expect(isDeclared({ caller: 'member' }, 'login-required')).toBe(true);
  expect(isDeclared(bare, 'login-required')).toBe(false);
  expect(isDeclared({ ...bare, body: z.object({}) }, 'invalid-json')).toBe(true);
});

test('a call that takes no body may refuse one that is sent, and its address', () => {
  const codes = ['not-found', 'invalid-json', 'body-too-large', 'unsupported-media-type'] as const;
  expect(codes.filter((code) => isDeclared(bare, code))).toEqual(codes);
});

test('a refusal before routing is no answer of a call', () => {
  const codes = ['method-not-allowed', 'headers-too-large', 'request-timeout'] as const;
  expect(codes.filter((code) => isDeclared(bare, code))).toEqual([]);
});

test('the name of a call is its method and its path', () => {
  expect(splitName('GET /member/team/:teamId')).toEqual(['GET', '/member/team/:teamId']);
});

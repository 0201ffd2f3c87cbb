import { describe, expect, test } from 'vitest';
import { createKeys, hashToken, newId, randomCode, randomToken } from './keys.ts';

const [oldest, old, current] = ['a', 'b', 'c'].map((letter) => letter.repeat(32)) as [string, string, string];

describe('a keyed hash', () => {
  const keys = createKeys([current, old]);

  test('matches what it was made of, and nothing else', () => {
    const stored = keys.sign('code', '123456');
    expect(keys.matches('code', '123456', stored)).toBe(true);
    expect(keys.matches('code', '123457', stored)).toBe(false);
    expect(keys.matches('code', '', stored)).toBe(false);
  });

  test('made under an older accepted key still matches, one under a removed key does not', () => {
    expect(keys.matches('code', '123456', createKeys([old]).sign('code', '123456'))).toBe(true);
    expect(keys.matches('code', '123456', createKeys([oldest]).sign('code', '123456'))).toBe(false);
  });

  test('is made under the newest key', () => {
    expect(keys.sign('code', '123456')).toEqual(createKeys([current]).sign('code', '123456'));
  });

  test('of one purpose never equals one of another, wherever purpose and value are divided', () => {
    expect(keys.matches('link', '123456', keys.sign('code', '123456'))).toBe(false);
    expect(keys.matches('code1', '23456', keys.sign('code', '123456'))).toBe(false);
  });

  test('of another length does not match and does not throw', () => {
    for (const stored of [Buffer.alloc(0), Buffer.alloc(31), Buffer.alloc(64)])
      expect(keys.matches('code', '123456', stored)).toBe(false);
  });

  test('cannot be made without a secret', () => {
    expect(() => createKeys([])).toThrow('at least one secret is needed');
  });
});

describe('a seal', () => {
  const keys = createKeys([current, old]);
  const sealed = keys.seal('provider', 'hush');

  test('opens for its purpose alone and not once a bit was changed', () => {
    expect(keys.open('provider', sealed)).toBe('hush');
    expect(() => keys.open('captcha', sealed)).toThrow('not among INTAKE_SECRETS');
    for (const at of sealed.keys()) {
      const changed = Buffer.from(sealed);
      changed[at]! ^= 1;
      expect(() => keys.open('provider', changed)).toThrow('not among INTAKE_SECRETS');
    }
  });

  test('is another one each time, and shows nothing of what it holds', () => {
    expect(keys.seal('provider', 'hush')).not.toEqual(sealed);
    expect(sealed.toString('latin1')).not.toContain('hush');
  });
});

test('a token has 256 bits, is safe in an address, and is stored as a hash only', () => {
  const token = randomToken();
  expect(token).toMatch(/^[\w-]{43}$/);
  expect(hashToken(token)).toHaveLength(32);
  expect(hashToken(token)).toEqual(hashToken(token));
  expect(hashToken(token).toString('latin1')).not.toContain(token);
});

test('codes have their digits, leading noughts too, and spread over all first digits', () => {
  const codes = Array.from({ length: 2_000 }, () => randomCode(6));
  for (const code of codes) expect(code).toMatch(/^\d{6}$/);
  expect(new Set(codes.map((code) => code[0]))).toHaveLength(10);
});

test('ids carry their prefix and do not repeat', () => {
  const ids = Array.from({ length: 2_000 }, () => newId('mem_'));
  for (const id of ids) expect(id).toMatch(/^mem_[0-9a-km-z]{24}$/);
  expect(new Set(ids)).toHaveLength(2_000);
});

import { afterAll, expect, test, vi } from 'vitest';

afterAll(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

/** The rule as it is read in a page whose root has these data. */
async function readRule(dataset: Record<string, string>) {
  vi.resetModules();
  vi.stubGlobal('document', { getElementById: () => ({ dataset }) });
  return import('./password-rule.ts');
}

test.for([
  [{}, 8],
  [{ password: '12' }, 12],
] as const)('in a page that says %j a password has %i characters at least', async ([dataset, least]) => {
  const { findTooShort } = await readRule(dataset);
  const message = `Password must be at least ${least} characters`;
  for (const short of [undefined, '', 'x'.repeat(least - 1)])
    expect(findTooShort(short)).toEqual([{ field: 'password', message }]);
  expect(findTooShort('x'.repeat(least))).toEqual([]);
});

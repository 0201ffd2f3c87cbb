import { expect, test } from 'vitest';
import { createSendKeys } from './send-keys.ts';

test('what is sent again has the same key, and what was changed since has another', () => {
  const keyFor = createSendKeys();
  const first = keyFor({ amountCents: 250_00, reason: 'Ill.' });
  expect(keyFor({ amountCents: 250_00, reason: 'Ill.' })).toBe(first);
  const second = keyFor({ amountCents: 300_00, reason: 'Ill.' });
  expect(second).not.toBe(first);
  expect(keyFor({ amountCents: 300_00, reason: 'Two weeks ill.' })).not.toBe(second);
});

test('two forms that send the same have keys of their own', () => {
  const sent = { subject: 'Outline' };
  expect(createSendKeys()(sent)).not.toBe(createSendKeys()(sent));
});

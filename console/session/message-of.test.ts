import { expect, test } from 'vitest';
import { RequestError } from '../../client/request.ts';
import { messageOf } from './message-of.ts';

test('a refusal for a while says the time to wait once, and no time where waiting does not help', () => {
  const once = 'Too many attempts. Please try again in 9 minutes.';
  expect(messageOf(new RequestError('too-many-requests', once, 429, { retryAfterSeconds: 540 }))).toBe(once);
  const ever = 'Too many wrong passwords. Please use a passkey, or ask an owner to reset your access.';
  expect(messageOf(new RequestError('too-many-requests', ever, 429, { retryAfterSeconds: 600 }))).toBe(ever);
});

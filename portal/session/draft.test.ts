import { expect, test } from 'vitest';
import { withoutSettled } from './draft.ts';

test('what has arrived leaves the draft; what was typed over meanwhile stays', () => {
  const typed = { phone: '+64 21', firstName: 'Anna' };
  expect(withoutSettled(typed, { phone: '+64 21', firstName: 'Ana' })).toEqual({ firstName: 'Anna' });
});

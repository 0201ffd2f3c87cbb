import { expect, test } from 'vitest';
import { findForCheckout } from './find-for-checkout.ts';

const sold = [
  { id: 'ord_1', sessionId: 'cs_1' },
  { id: 'ord_2', sessionId: 'cs_2' },
  { id: 'ord_unwritten', sessionId: null },
];

const find = async (id: string, reference: string | null) => {
  const found = await findForCheckout(
    { id, reference },
    {
      bySession: async (sessionId) => sold.find((each) => each.sessionId === sessionId),
      byReference: async (referred) => sold.find((each) => each.id === referred),
    },
  );
  return found?.id;
};

test('a checkout is found by its session', async () => {
  expect(await find('cs_1', 'ord_1')).toBe('ord_1');
  expect(await find('cs_1', null)).toBe('ord_1');
});

test('the session decides where the reference names another', async () => {
  expect(await find('cs_1', 'ord_2')).toBe('ord_1');
  expect(await find('cs_1', 'ord_unwritten')).toBe('ord_1');
});

test('a checkout whose session was never stored is found by our reference', async () => {
  expect(await find('cs_lost', 'ord_unwritten')).toBe('ord_unwritten');
});

test('our reference does not match a record that has another session', async () => {
  expect(await find('cs_lost', 'ord_1')).toBeUndefined();
});

test('a checkout that is not ours is not found', async () => {
  expect(await find('cs_lost', 'ord_lost')).toBeUndefined();
  expect(await find('cs_lost', null)).toBeUndefined();
});

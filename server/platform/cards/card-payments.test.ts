import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLog } from '../log.ts';
import { startTestShop, webhookSecret, type TestShop } from '../stand-ins/card-sandbox/test-shop.ts';
import { createCardProvider, type CardProvider } from './card-provider.ts';

let shop: TestShop;
let cards: CardProvider;
beforeAll(async () => {
  shop = await startTestShop();
  const { apiBase } = shop.sandbox;
  cards = createCardProvider({ secretKey: 'sk_test_refunds', webhookSecret, apiBase, log: createLog('silent') });
});
afterAll(() => shop.stop());

test('a refund is made once by its key, also after the provider has forgotten the key', async () => {
  const { id } = await shop.openSession();
  await shop.pay(id);
  const { payment } = (await cards.findCheckout(id))!;
  const refund = (key: string) => cards.refund({ paymentId: payment!.id, amountCents: 100, key, reason: 'class-full' });
  const first = await refund('rfd_1');
  await shop.forgetKeys();
  expect(await refund('rfd_1')).toEqual(first);
  expect(await cards.listRefunds(payment!.id)).toHaveLength(1);
  // Another key is another refund (negative control).
  await refund('rfd_2');
  expect(await cards.listRefunds(payment!.id)).toHaveLength(2);
});

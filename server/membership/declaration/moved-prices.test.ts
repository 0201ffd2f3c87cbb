import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestMembership, type TestMembership } from '../../testing/membership.ts';
import { applySite } from './apply-site.ts';
import { parseDeclaration } from './site-declaration.ts';
import { findDeclared } from './site-state.ts';

let product: TestMembership;
beforeAll(async () => {
  product = await startTestMembership();
});
afterAll(() => product.stop());

const id = 'app_moving';
const priceOf = (name: string) => ({
  id: `prc_moving_${name}`,
  name,
  type: 'ONETIME',
  amountCents: 500,
  currency: 'NZD',
});

/** Applies the site with these prices, by the names of its plans. */
function apply(prices: Record<string, string[]>) {
  const plans = Object.entries(prices).map(([name, own]) => ({
    id: `pln_moving_${name}`,
    name,
    prices: own.map(priceOf),
  }));
  const declaration = parseDeclaration({ id, name: 'Club', publicKey: 'pk_moving', mode: 'live', fields: [], plans });
  return applySite(product.services, product.services.db, { declaration, actor: 'a test' });
}

test('a price stays with its plan, and a price that is gone may be declared anew', async () => {
  await apply({ first: ['old', 'kept'], second: [] });
  const before = await findDeclared(product.services.db, id);
  const refusal = 'plans[1].prices[0].id: prc_moving_old is a price of pln_moving_first: give this one another id';
  await expect(apply({ first: ['kept'], second: ['old'] })).rejects.toThrow(refusal);
  await expect(apply({ second: [], third: ['old'] })).rejects.toThrow('is a price of pln_moving_first');
  expect(await findDeclared(product.services.db, id)).toEqual(before);
  // Without a purchase, the price is deleted and not retired.
  await apply({ first: ['kept'], second: [] });
  await apply({ first: ['kept'], second: ['old'] });
  expect((await findDeclared(product.services.db, id))!.plans[1]!.prices).toMatchObject([{ id: 'prc_moving_old' }]);
});

import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { builderOf, owner, startTestConsole, type TestConsole } from '../../../testing/console.ts';
import { startTestMembership, type TestMembership } from '../../../testing/membership.ts';

let product: TestMembership;
let staffed: TestConsole;
beforeAll(async () => {
  product = await startTestMembership();
  staffed = await startTestConsole(product.membership);
});
afterAll(async () => {
  await staffed.close();
  await product.stop();
});

const wish = {
  name: 'Rowing club',
  origins: [],
  plans: [{ name: 'Crew', amountCents: 1_900, currency: 'NZD', paid: 'MONTHLY' }],
};
const create = async (key: string | undefined, by = owner) => {
  const { status, data } = await staffed.ask(by, 'POST', '/sites', { ...wish, key });
  expect(status).toBe(200);
  return data as { id: string; publicKey: string };
};
const made = async () =>
  (await product.database.pool.query('select id from site where name = $1 order by id', [wish.name])).rows;

describe('a press for a new site', () => {
  test('that is sent again makes no second one, and is answered with the first', async () => {
    const key = randomUUID();
    const [first, same] = await Promise.all([create(key), create(key)]);
    expect(same).toEqual(first);
    expect(await create(key)).toEqual(first);
    expect(await made()).toEqual([{ id: first.id }]);
  });

  test('with another key, by a colleague or without a key makes another one (negative control)', async () => {
    const key = randomUUID();
    const ids = [
      await create(key),
      await create(key, builderOf()),
      await create(randomUUID()),
      await create(undefined),
      await create(undefined),
    ].map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect((await made()).map(({ id }) => id)).toEqual(expect.arrayContaining(ids));
  });
});

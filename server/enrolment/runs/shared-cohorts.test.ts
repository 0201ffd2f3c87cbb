import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestProduct, type TestProduct } from '../../testing/product.ts';
import { createRunning, type Running } from '../../testing/running.ts';
import type { Employed } from '../../testing/staff-console.ts';

let product: TestProduct;
let running: Running;
let uts: Employed;
let uc: Employed;
/** For students of UTS and UC, of whom it has one each. */
let shared: string;
beforeAll(async () => {
  product = await startTestProduct();
  running = await createRunning(product);
  uts = await running.console.employ({ role: 'admissions', partners: ['uts'] });
  uc = await running.console.employ({ role: 'admissions', partners: ['uc'] });
  shared = await cohortFor(['uts', 'uc']);
  for (const partner of ['uts', 'uc']) await running.seat(shared, { partner });
});
afterAll(() => product.stop());

async function cohortFor(partners: string[]): Promise<string> {
  const id = await product.buildCohort(5);
  await product.database.pool.query('update cohort set partners = $2 where id = $1', [id, partners]);
  return id;
}
const lastEntry = async (): Promise<string> =>
  (await product.database.pool.query('select coalesce(max(id), 0) as id from audit_entry')).rows[0].id;
const history = async (by: Employed, cohortId = shared): Promise<any[]> =>
  (await running.ask('GET', `${cohortId}/changes`, { by })).body.data;

describe('of a cohort that several partners share', () => {
  test('the history tells no acts of another partner’s staff for their students alone', async () => {
    const [{ orderId }] = (await running.ask('GET', `${shared}/recipients`, { by: uc })).body.data;
    const body = { subject: 'Your first day', text: 'Hello.', orders: [orderId] };
    const { id } = (await running.ask('POST', `${shared}/mails`, { body, by: uc })).body.data;
    await running.ask('POST', `${shared}/mails/${id}/send`, { by: uc });
    const mailed = expect.objectContaining({ action: 'cohort.mailed', note: '1 recipients' });
    expect(await history(uts)).not.toContainEqual(mailed);
    // The negative control: those of the partner, and of all, read it.
    expect(await history(uc)).toContainEqual(mailed);
    expect(await history(running.owner)).toContainEqual(mailed);
  });

  test('an export stands in the audit log of each partner whose students it holds, and once in the history', async () => {
    const exported = async (by: Employed): Promise<string[]> => {
      const before = await lastEntry();
      expect((await running.ask('GET', `${shared}/seats.csv`, { by })).status).toBe(200);
      const { rows } = await product.database.pool.query(
        `select partner from audit_entry where id > $1 and action = 'cohort.roster-exported' order by partner`,
        [before],
      );
      return rows.map(({ partner }) => partner as string);
    };
    expect(await exported(uts)).toEqual(['uts']);
    expect(await exported(running.owner)).toEqual(['uc', 'uts']);
    const inHistory = async (by: Employed) =>
      (await history(by)).filter(({ action }) => action === 'cohort.roster-exported').length;
    expect([await inHistory(running.owner), await inHistory(uts), await inHistory(uc)]).toEqual([2, 2, 1]);
  });

  test('a change stands in the audit log of each', async () => {
    const { version } = (await running.ask('GET', shared)).body.data;
    const before = await lastEntry();
    await running.ask('PATCH', shared, { body: { version, capacity: 9 } });
    const { rows } = await product.database.pool.query(
      `select partner, note from audit_entry where id > $1 and action = 'cohort.changed' order by partner`,
      [before],
    );
    const note = 'seats 5 → 9';
    expect(rows).toEqual([
      { partner: 'uc', note },
      { partner: 'uts', note },
    ]);
    expect((await history(running.owner)).filter((entry) => entry.note === note)).toHaveLength(1);
  });

  test('the history has as many acts as that of a cohort of one partner', async () => {
    const { id, version } = (await running.ask('GET', await cohortFor(['uts', 'uc']))).body.data;
    for (let change = 0; change < 60; change++) {
      const body = { version: version + change, capacity: 10 + change };
      expect((await running.ask('PATCH', id, { body })).status).toBe(200);
    }
    expect((await history(running.owner, id)).filter(({ action }) => action === 'cohort.changed')).toHaveLength(60);
  });

  test('cancelling names the other cohorts that the person sees, and no more', async () => {
    const [ofUc, ofBoth] = [await cohortFor(['uc']), await cohortFor(['uts', 'uc'])];
    const others = async (by: Employed): Promise<string[]> =>
      (await running.ask('GET', `${shared}/cancellation/consequences`, { by })).body.data.others.map(
        ({ id }: { id: string }) => id,
      );
    expect(await others(running.owner)).toEqual(expect.arrayContaining([ofUc, ofBoth]));
    const seen = await others(uts);
    expect(seen).toContain(ofBoth);
    expect(seen).not.toContain(ofUc);
    // The cohort is there for those who may choose it.
    expect(await others(uc)).toEqual(expect.arrayContaining([ofUc, ofBoth]));
  });
});

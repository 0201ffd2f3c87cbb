import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { instantOf } from '../../../shared/zoned-time.ts';
import { createBuying } from '../../testing/buying.ts';
import { startTestProduct, type TestProduct } from '../../testing/product.ts';
import { openConsole, type TestConsole } from '../../testing/staff-console.ts';

let product: TestProduct;
let staffed: TestConsole;
let cookie: string;
beforeAll(async () => {
  product = await startTestProduct();
  staffed = openConsole(product);
  ({ cookie } = await staffed.employ({ role: 'owner' }));
});
afterAll(() => product.stop());

const buying = createBuying(() => product);
const ask = async (method: string, path: string, body?: unknown) =>
  (await staffed.call(method, path, { cookie, body })).body.data;
const dayFrom = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
const [opensOn, enrolBy, afterEnrolBy] = [dayFrom(-10), dayFrom(50), dayFrom(51)];
const create = (partners: string[]) =>
  ask('POST', '/cohorts', {
    key: randomUUID(),
    course: 'cyber',
    mode: 'full-time',
    name: 'Cyber Security (Full-Time)',
    partners,
    startDate: dayFrom(60),
    schedule: null,
    capacity: 3,
    minimum: null,
    opensOn,
    enrolBy,
    isDraft: false,
  });
const change = ({ id, version }: { id: string; version: number }, of: object) =>
  ask('PATCH', `/cohorts/${id}`, { version, ...of });
const midnight = (day: string, timeZone: string) => instantOf(day, '0:00', timeZone).toISOString();

const [sydney, newYork] = ['Australia/Sydney', 'America/New_York'] as const;

describe('a cohort that is given to another partner', () => {
  test('is in the zone of that one, and opens and closes on the same days there', async () => {
    const cohort = await create(['uts']);
    expect(cohort).toMatchObject({ timeZone: sydney, closesAt: midnight(afterEnrolBy, sydney) });
    const changed = await change(cohort, { partners: ['vcu'] });
    expect(changed).toMatchObject({
      timeZone: newYork,
      opensOn,
      enrolBy,
      opensAt: midnight(opensOn, newYork),
      closesAt: midnight(afterEnrolBy, newYork),
    });
    const [entry] = await ask('GET', `/cohorts/${cohort.id}/changes`);
    expect(entry.note).toContain(`zone ${sydney} → ${newYork}`);
  });

  test('has days that are given with the partner in the new zone', async () => {
    const given = dayFrom(40);
    const changed = await change(await create(['uts']), { partners: ['vcu'], enrolBy: given });
    expect(changed).toMatchObject({ timeZone: newYork, enrolBy: given, closesAt: midnight(dayFrom(41), newYork) });
  });

  test('stays in its zone beside its first partner', async () => {
    const cohort = await create(['uts']);
    const changed = await change(cohort, { partners: ['uts', 'vcu'] });
    expect(changed).toMatchObject({ timeZone: sydney, closesAt: cohort.closesAt, opensAt: cohort.opensAt });
  });

  test('stays in its zone while a student has or holds a seat', async () => {
    const cohort = await create(['uts']);
    await buying.checkout(await product.buildStudent(), cohort.id);
    const changed = await change(cohort, { partners: ['vcu'] });
    expect(changed).toMatchObject({ held: 1, timeZone: sydney, closesAt: cohort.closesAt, partners: ['vcu'] });
  });
});

import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestProduct, type TestProduct } from '../testing/product.ts';
import { runCommand } from '../platform/commands.ts';
import { createReports } from '../platform/database/reports.ts';
import { staffName } from '../platform/security-events/staff-commands.ts';
import { enrolmentSite } from './enrolment-site.ts';
import { operatorCommands } from './operator-command.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct();
});
afterAll(() => product.stop());

const run = (...words: string[]) =>
  runCommand([operatorCommands], words, (use) => {
    const { db } = product.database;
    return use({ db, reports: createReports(db, undefined), clock: { now: () => new Date() } });
  });

test('staff see every cohort and change seats and dates', async () => {
  const id = await product.buildCohort(10);
  expect(await run('cohorts')).toContain(id);
  expect(await run('cohort', id, '--seats', '12')).toMatch(/open +0 +12 +all$/m);
  expect(await run('cohort', id, '--partners', 'vcu,mtu')).toMatch(/12 +vcu,mtu$/m);
  expect(await run('cohort', id, '--partners', 'all')).toMatch(/12 +all$/m);
  await expect(run('cohort', id, '--partners', 'vcu,xyz')).rejects.toThrow('They are uts, uc,');
  expect(await run('cohort', id, '--closes', '2020-01-01T00:00:00Z')).toMatch(/ 2020-01-01T00:00:00Z +closed /);
  expect(await run('cohort', id, '--opens', '2019-12-01T13:00:00+13:00')).toMatch(/ 2019-12-01T00:00:00Z +2020-01-01T/);
});

test('a change of a cohort stands in the audit trail of its partners, with who typed it', async () => {
  const id = await product.buildCohort(10);
  await run('cohort', id, '--seats', '12', '--partners', 'vcu,mtu');
  const { rows } = await product.database.pool.query(
    'select actor, staff_id, site_id, action, note, partner from audit_entry where subject = $1 order by partner',
    [id],
  );
  const entry = { actor: staffName(), staff_id: null, site_id: enrolmentSite, action: 'cohort.changed' };
  const note = expect.stringMatching(/seats 10 → 12.*partners/);
  expect(rows).toEqual(['mtu', 'vcu'].map((partner) => ({ ...entry, note, partner })));
});

test('an unknown cohort is named even if the command changes nothing', async () => {
  await expect(run('cohort', 'nope')).rejects.toMatchObject({ code: 'cohort-not-found' });
  await expect(run('cohort', await product.buildCohort(10))).rejects.toThrow('Nothing to change');
});

test('seats that are held cannot be taken away', async () => {
  const id = await product.buildCohort(2);
  const student = await product.buildStudent();
  await student.post('/enrolment/checkout', { partner: 'uts', cohortId: id, paymentType: 'full', acknowledged: true });
  await expect(run('cohort', id, '--seats', '0')).rejects.toMatchObject({ code: 'seats-taken' });
});

test('matters about money are listed until somebody resolves them', async () => {
  expect(await run('reviews')).toBe('Nothing waits for you.');
  await product.database.pool.query(
    `insert into review_item (id, kind, subject, note) values ('rev_1', 'amount-differs', 'ord_1', 'A note.')`,
  );
  expect(await run('reviews')).toMatch(/rev_1.*amount-differs.*A note\./);
  expect(await run('resolve', 'rev_1')).toBe('rev_1 is off the list.');
  await expect(run('resolve', 'rev_1')).rejects.toThrow('No open matter');
});

test('an enquiry is listed until it is resolved', async () => {
  expect(await run('requests')).toBe('Nobody waits for an answer.');
  const student = await product.buildStudent();
  const message = '=HYPERLINK("https://elsewhere.example")\nand a second line';
  const asked = await student.post('/enrolment/support-requests', { partner: 'uts', message });
  const { reference } = asked.body.data;
  await product.call('POST', '/enrolment/leads', {
    body: {
      partner: 'sg',
      course: 'software',
      firstName: '+Eve',
      lastName: 'Lim',
      email: 'eve@example.org',
      phone: '-1',
    },
  });

  const listed = await run('requests');
  expect(listed).toMatch(new RegExp(`${reference} .*uts .*support .*Ana Silva .*=HYPERLINK.* and a second`));
  expect(listed).toMatch(/sg .*lead .*\+Eve Lim .*Software Engineering/);
  expect(await run('requests', '--kind', 'lead')).not.toContain(reference);

  const csv = await run('requests', '--csv');
  expect(csv).toContain(`,support,Ana Silva,${student.email},021 555 0100,"'=HYPERLINK(""https://elsewhere.example"")`);
  expect(csv).toContain(`,lead,"'+Eve Lim",eve@example.org,"'-1",Software Engineering,1`);
  expect(csv).not.toMatch(/(^|,)"?[=+\-@]/m);

  expect(await run('resolve', reference)).toBe(`${reference} is off the list.`);
  expect(await run('requests')).not.toContain(reference);
  expect(await run('requests', '--all')).toMatch(new RegExp(`${reference}.*\\(done\\)`));
  await expect(run('resolve', reference)).rejects.toThrow('No open matter');
});

test.each([
  ['nonsense'],
  ['cohorst'],
  ['cohort'],
  ['cohort', 'x', '--seat', '3'],
  ['cohorts', '--colour', 'red'],
  ['cohort', 'x', '--seats', 'many'],
  ['cohort', 'x', '--closes', 'soon'],
  ['cohort', 'x', '--closes', '2027-02-01T09:00:00'],
  ['cohort', 'x', '--closes', '2027-02-30T09:00:00Z'],
  ['cohort', 'x', '--opens', '2027-02-01T09:60:00Z'],
  ['requests', '--kind', 'complaint'],
])('words it does not understand are refused with a way on: %s %s %s %s', async (...words) => {
  await expect(run(...words.filter(Boolean))).rejects.toThrow(/npm run intake|for example/);
});

test('a cohort that does not exist is said so', async () => {
  await expect(run('cohort', 'nowhere', '--seats', '3')).rejects.toMatchObject({ code: 'cohort-not-found' });
});

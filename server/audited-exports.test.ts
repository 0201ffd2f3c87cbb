import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { insertJob, insertMembers } from './testing/bulk.ts';
import { startTestProduct, type TestProduct } from './testing/product.ts';
import { openConsole, type Employed, type TestConsole } from './testing/staff-console.ts';

const site = 'app_enrolment';

let product: TestProduct;
let console: TestConsole;
let owner: Employed;
let ofUts: Employed;
beforeAll(async () => {
  product = await startTestProduct();
  console = openConsole(product);
  owner = await console.employ({ role: 'owner' });
  ofUts = await console.employ({ role: 'site-builder', partners: ['uts'] });
});
afterAll(() => product.stop());

const rows = async (statement: string, ...values: unknown[]) =>
  (await product.database.pool.query(statement, values)).rows;

/** What an export adds to the audit trail. */
async function entriesOf(by: Employed, path: string) {
  const [{ last }] = await rows('select coalesce(max(id), 0) as last from audit_entry');
  expect((await console.call('GET', path, { cookie: by.cookie })).status).toBe(200);
  return rows(
    `select action, subject, site_id as "siteId", partner, note from audit_entry
     where staff_id = $1 and id > $2 order by partner`,
    by.id,
    last,
  );
}

describe('the audit trail has the export', () => {
  test('of a report, for each partner that it is about', async () => {
    const entry = { action: 'report.exported', subject: 'money/weeks', siteId: site, partner: null, note: '' };
    expect(await entriesOf(owner, '/reports/money/tables/weeks?days=7')).toEqual([entry]);
    const ofOne = { ...entry, partner: 'uts', note: 'partner' };
    expect(await entriesOf(owner, '/reports/money/tables/weeks?days=7&partner=uts')).toEqual([ofOne]);
    const finance = await console.employ({ role: 'finance', partners: ['uts', 'uc'] });
    expect(await entriesOf(finance, '/reports/money/tables/weeks?days=7')).toEqual([
      { ...entry, partner: 'uc' },
      { ...entry, partner: 'uts' },
    ]);
  });

  test('of members, for the partners that the list is narrowed to', async () => {
    const entry = { action: 'members.exported', subject: site, siteId: site, partner: null, note: '' };
    expect(await entriesOf(owner, `/sites/${site}/members.csv`)).toEqual([entry]);
    const ofOne = { ...entry, partner: 'uts', note: 'partner' };
    expect(await entriesOf(owner, `/sites/${site}/members.csv?partner=uts`)).toEqual([ofOne]);
    expect(await entriesOf(ofUts, `/sites/${site}/members.csv`)).toEqual([{ ...ofOne, note: '' }]);
    // A site without partners has none to tell of it.
    const elsewhere = { ...entry, subject: 'app_demo', siteId: 'app_demo', note: 'partner' };
    expect(await entriesOf(owner, '/sites/app_demo/members.csv?partner=uts')).toEqual([elsewhere]);
  });

  test('of what an act on many came to, for the partners of who began it', async () => {
    const ids = await insertMembers(product.database, site, 1);
    const job = await insertJob(product.database, site, { act: { kind: 'suspend' }, ids });
    await rows('update bulk_job set staff_id = $2 where id = $1', job, ofUts.id);
    const results = `/sites/${site}/bulk-jobs/${job}/results.csv`;
    const entry = { action: 'bulk.exported', subject: job, siteId: site, note: '' };
    expect(await entriesOf(ofUts, results)).toEqual([{ ...entry, partner: 'uts' }]);
    expect(await entriesOf(owner, results)).toEqual([{ ...entry, partner: null }]);
  });

  test('of the faults of an import', async () => {
    await rows(
      `insert into member_import (site_id, id, staff_id, actor, request_key, file_name, bytes)
       values ($1, 'imp_faulty', $2, 'Olga', gen_random_uuid(), 'members.csv', 10)`,
      site,
      owner.id,
    );
    expect(await entriesOf(owner, `/sites/${site}/imports/imp_faulty/faults.csv`)).toEqual([
      { action: 'members.import-faults-exported', subject: 'imp_faulty', siteId: site, partner: null, note: '' },
    ]);
  });
});

import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestProduct, type TestProduct } from '../../testing/product.ts';
import { openConsole, type Employed, type TestConsole } from '../../testing/staff-console.ts';

let product: TestProduct;
let staffed: TestConsole;
let builder: Employed;
beforeAll(async () => {
  product = await startTestProduct();
  staffed = openConsole(product);
  builder = await staffed.employ({ role: 'site-builder', sites: ['app_demo'] });
});
afterAll(() => product.stop());

const create = ({ cookie }: Employed, name: string) =>
  staffed.call('POST', '/sites', { cookie, body: { name, origins: [], plans: [] } });
const sitesOf = async ({ cookie }: Employed): Promise<string[]> =>
  (await staffed.call('GET', '/sites', { cookie })).body.data.map(({ id }: { id: string }) => id);

test('a site builder sees the site they made, at once and with an entry in the audit trail', async () => {
  const { status, body } = await create(builder, 'Harbour Club');
  expect(status).toBe(200);
  expect((await sitesOf(builder)).toSorted()).toEqual(['app_demo', body.data.id].toSorted());
  const settings = await staffed.call('GET', `/sites/${body.data.id}/settings`, { cookie: builder.cookie });
  expect(settings.status).toBe(200);
  const { rows } = await product.database.pool.query(
    `select staff_id, subject from audit_entry where action = 'staff.given-site' and site_id = $1`,
    [body.data.id],
  );
  expect(rows).toEqual([{ staff_id: builder.id, subject: builder.id }]);
});

test('another site builder does not see it, and a site that was not made is given to nobody', async () => {
  const other = await staffed.employ({ role: 'site-builder', sites: ['app_demo'] });
  await create(builder, 'Alpine Club');
  expect(await sitesOf(other)).toEqual(['app_demo']);
  const refused = await staffed.call('POST', '/sites', {
    cookie: other.cookie,
    body: { name: 'Nowhere', origins: ['no origin'], plans: [] },
  });
  expect(refused.status).toBe(400);
  expect(await sitesOf(other)).toEqual(['app_demo']);
});

test('an owner’s scope stays as it is, and admissions make no site', async () => {
  const owner = await staffed.employ({ role: 'owner' });
  expect((await create(owner, 'Town Club')).status).toBe(200);
  const { rows } = await product.database.pool.query('select sites from staff where id = $1', [owner.id]);
  expect(rows).toEqual([{ sites: [] }]);
  const admissions = await staffed.employ({ role: 'admissions', partners: ['uts'] });
  expect((await create(admissions, 'No Club')).status).toBe(403);
});

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openConsole, type Employed, type TestConsole } from '../../testing/staff-console.ts';
import { newEmail } from '../../testing/membership.ts';
import { startTestProduct, type TestProduct } from '../../testing/product.ts';

let product: TestProduct;
let console: TestConsole;
let owner: Employed;
let builder: Employed;
beforeAll(async () => {
  product = await startTestProduct();
  console = openConsole(product);
  owner = await console.employ({ role: 'owner' });
  builder = await console.employ({ role: 'site-builder', sites: ['app_demo'] });
});
afterAll(() => product.stop());

const rename = (name: string) => console.call('PATCH', '/me', { cookie: builder.cookie, body: { name } });
const readAudit = async (action: string) =>
  (await console.call('GET', `/audit?action=${action}`, { cookie: owner.cookie })).body.data as {
    actor: string;
    note: string;
  }[];

describe('The name that a person on the staff gives themselves', () => {
  test('stands behind their address wherever the audit log names them, in the list and in its export', async () => {
    expect((await rename(owner.email)).status).toBe(200);
    const list = await console.call('GET', '/sites/app_demo/members.csv', { cookie: builder.cookie });
    expect(list.status).toBe(200);
    const actor = `${builder.email} (${owner.email})`;
    expect((await readAudit('members.exported'))[0]!.actor).toBe(actor);
    const exported = await console.call('GET', '/audit.csv?action=members.exported', { cookie: owner.cookie });
    expect(JSON.stringify(exported.body)).toContain(actor);
  });

  test('stands there too in what they do to themselves and to the staff, so that the filter finds all', async () => {
    const { id, email, cookie } = await console.hire({ role: 'owner' });
    const password = 'elm-stool-sunday-7';
    const invited = { email: newEmail(), role: 'reader', sites: ['app_demo'], partners: [] };
    const done = [
      await console.call('PUT', '/me/password', { cookie, body: { password } }),
      await console.call('POST', '/staff', { cookie, body: invited }),
      await console.call('GET', '/sites/app_demo/members.csv', { cookie }),
    ];
    expect(done.map(({ status }) => status)).toEqual([200, 200, 200]);
    const { rows } = await product.database.pool.query(
      'select action, actor from audit_entry where staff_id = $1 order by id',
      [id],
    );
    const actions = ['staff.accepted', 'staff.password-changed', 'staff.invited', 'members.exported'];
    expect(rows).toEqual(actions.map((action) => ({ action, actor: `${email} (Ana)` })));
  });

  test('is kept in the audit log with the one before', async () => {
    await rename('Bea Builder');
    await rename('Bea Baker');
    expect((await readAudit('staff.name-changed'))[0]).toMatchObject({
      actor: `${builder.email} (Bea Builder)`,
      note: '“Bea Builder” → “Bea Baker”',
    });
  });
});

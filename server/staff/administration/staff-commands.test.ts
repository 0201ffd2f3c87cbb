import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { parseEmail } from '../../membership/members/email-address.ts';
import { listSites } from '../../membership/sites/sites.ts';
import { runCommand } from '../../platform/commands.ts';
import { developmentSecret } from '../../platform/development-secrets.ts';
import { createKeys } from '../../platform/keys.ts';
import { startTestProduct, type TestProduct } from '../../testing/product.ts';
import { openConsole, type TestConsole } from '../../testing/staff-console.ts';
import { staffCommands } from './staff-commands.ts';

let product: TestProduct;
let console: TestConsole;
beforeAll(async () => {
  product = await startTestProduct();
  console = openConsole(product);
});
afterAll(() => product.stop());
beforeEach(() => product.database.pool.query('delete from staff'));

const run = (...words: string[]) =>
  runCommand([staffCommands], ['staff', ...words], async (use) => {
    const { db } = product.database;
    const keys = createKeys([await developmentSecret(db, 'signing')]);
    const membership = { parseEmail, listSites: () => listSites(db) };
    return use({ db, keys, appUrl: 'https://intake.example', membership, actor: 'command line (ann)' });
  });

const open = async (said: string) => {
  const [, token] = /https:\/\/intake\.example\/console\/invitation#([\w-]+)$/.exec(said) ?? [];
  return console.call('POST', '/invitations/open', { body: { token } });
};

describe('the commands about staff', () => {
  test('invite the first owner, whose link works', async () => {
    expect(await run('list')).toContain('Nobody is on the staff.');
    const said = await run('invite', 'First@Example.org', '--role', 'owner', '--show-link');
    expect(said).toContain('first@example.org is invited as Owner.');
    expect((await open(said)).body.data).toMatchObject({ email: 'first@example.org', role: 'owner' });
    expect(await run('list')).toMatch(/first@example\.org +owner +everything +invited/);
    const mails = await product.database.pool.query(
      `select 1 from mail_outbox where kind = 'staff-invitation' and recipient = 'first@example.org'`,
    );
    expect(mails.rowCount).toBe(1);
  });

  test('print no link unless they are asked to', async () => {
    expect(await run('invite', 'quiet@example.org', '--role', 'owner')).not.toContain('#');
  });

  test('give another role and scope, and say what is missing', async () => {
    const { email } = await console.employ({ role: 'reader', partners: ['uts'] });
    expect(await run('role', email, '--role', 'finance', '--partners', 'uts,uc')).toBe(
      `${email} is Finance now: uts, uc.`,
    );
    await expect(run('role', email, '--role', 'site-builder')).rejects.toThrow('A site builder needs --sites');
    await expect(run('role', email, '--role', 'ower')).rejects.toThrow('Did you mean owner?');
    await expect(run('role', 'nobody@example.org', '--role', 'owner')).rejects.toThrow('is not on the staff');
  });

  test('neither remove nor lower the last owner, and reset them', async () => {
    const { email, cookie } = await console.employ({ role: 'owner' });
    await expect(run('remove', email)).rejects.toMatchObject({ code: 'last-owner' });
    await expect(run('role', email, '--role', 'reader', '--partners', 'uts')).rejects.toMatchObject({
      code: 'last-owner',
    });
    const said = await run('reset', email, '--show-link');
    expect((await open(said)).body.data).toMatchObject({ email, role: 'owner' });
    expect((await console.call('GET', '/me', { cookie })).status).toBe(401);
  });

  test('remove somebody at once, which stands in the audit trail with the operator', async () => {
    await console.employ({ role: 'owner' });
    const { id, email, cookie } = await console.employ({ role: 'owner' });
    expect(await run('remove', email)).toBe(`${email} is not on the staff any more.`);
    expect((await console.call('GET', '/me', { cookie })).status).toBe(401);
    const { rows } = await product.database.pool.query(
      'select action, actor, staff_id, site_id from audit_entry where subject = $1',
      [id],
    );
    expect(rows).toEqual([{ action: 'staff.removed', actor: 'command line (ann)', staff_id: null, site_id: null }]);
  });
});

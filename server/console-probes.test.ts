import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { siteOf } from './testing/console-things.ts';
import {
  findBareAnswers,
  findFormulas,
  findLooseBodies,
  findLooseQueries,
  formulas,
  readExportedFiles,
} from './testing/console-probes.ts';
import { asRole, codeOf, forgetLimits, send, type Send } from './testing/console-walk.ts';
import { buildConsoleWorld, readConsoleCalls, type ConsoleWorld, type WalkedCall } from './testing/console-world.ts';
import { buildArchive, buildLibrary } from './testing/library-site.ts';
import { startTestProduct, type TestProduct } from './testing/product.ts';
import { openConsole } from './testing/staff-console.ts';

/** Milliseconds: each walks all calls of the console, which takes minutes beside other work. */
const patience = 600_000;

let product: TestProduct;
let world: ConsoleWorld;
let calls: WalkedCall[];
beforeAll(async () => {
  calls = await readConsoleCalls();
  product = await startTestProduct({ sites: [buildLibrary([]), { ...buildArchive(), managedBy: 'file' }] });
  world = await buildConsoleWorld(product, openConsole(product));
}, patience);
afterAll(() => product.stop());
beforeEach(() => forgetLimits(world));

describe('every call of the console', () => {
  test(
    'answers so that nothing is kept, framed or read by others, a refusal too',
    async () => expect(await findBareAnswers(world, calls)).toEqual([]),
    patience,
  );

  test('answering without a header fails it, the negative control', async () => {
    const bare: Send = async (...sent) => {
      const answer = await world.console.call(...sent);
      answer.headers.set('cache-control', 'private');
      return answer;
    };
    const [first] = calls;
    expect(await findBareAnswers(world, [first!], bare)).toHaveLength(2);
  });

  test(
    'takes a body in JSON alone, and with the fields it knows',
    async () => expect(await findLooseBodies(world, calls)).toEqual([]),
    patience,
  );

  test('that reads refuses a parameter it does not know', async () => {
    expect(await findLooseQueries(world, calls)).toEqual([]);
  });
});

describe('every export of the console', () => {
  test('holds no cell that a spreadsheet takes for a formula', async () => {
    const { pool } = world.database;
    for (const [index, formula] of formulas.entries()) {
      const id = `mem_formula${index}`;
      await pool.query(
        `insert into member (id, site_id, email, verified, custom_fields) values ($1, $2, $3, true, $4)`,
        [id, siteOf.siteHere, `=formula${index}@example.org`, JSON.stringify({ 'first-name': formula })],
      );
      await pool.query(
        `insert into audit_entry (site_id, actor, action, subject, note, reason) values ($1, $2, $2, $2, $2, $2)`,
        [siteOf.siteHere, formula],
      );
      await pool.query(
        `insert into mail_outbox (id, kind, recipient, subject, body_text, body_html, sensitive, site_id, sent_at)
         values ($1, $2, $3, $2, '', '', false, $4, now())`,
        [`mail_formula${index}`, formula, `=formula${index}@example.org`, siteOf.siteHere],
      );
    }
    const files = await readExportedFiles(world, calls);
    expect([...files].flatMap(([path, csv]) => findFormulas(csv).map((cell) => `${path}: ${cell}`))).toEqual([]);
    for (const name of ['members.csv', 'mails.csv', 'audit.csv'])
      expect([...files].find(([path]) => path.endsWith(name))?.[1]).toContain(`'${formulas[0]}`);
  });

  test.for(formulas)('with %j in it is found, the negative control', (formula) => {
    const cell = /[\t\r\n",]/.test(formula) ? `"${formula.replaceAll('"', '""')}"` : formula;
    expect(findFormulas(`Name,Note\r\nAna,${cell}\r\n`)).toHaveLength(formula.startsWith("'") ? 0 : 1);
  });
});

describe('a site that its file manages', () => {
  const filed = 'app_archive';
  const toFiled: Send = (method, path, options) =>
    world.console.call(method, path.replace(`/${siteOf.siteHere}`, `/${filed}`), options);
  const read = async () => {
    const { cookie } = await asRole(world, 'owner');
    const { body } = await world.console.call('GET', `/sites/${filed}/settings`, { cookie });
    return JSON.stringify([body.data.settings, body.data.version]);
  };

  test(
    'is shown, and no call of the console changes what its file says',
    async () => {
      const before = await read();
      const refused: string[] = [];
      for (const each of calls.filter(({ name }) => !name.startsWith('GET') && name.includes('/sites/:siteId/'))) {
        const caller = await asRole(world, 'owner');
        const answer = await send(world, each, { by: 'owner', caller, via: toFiled });
        if (codeOf(answer) === 'site-managed-by-file') refused.push(each.name.split(':siteId')[1]!);
        expect(`${each.name}: ${await read()}`).toBe(`${each.name}: ${before}`);
      }
      expect(refused).toEqual(expect.arrayContaining(['/settings', '/settings/confirmed']));
    },
    patience,
  );
});

describe('an entry of the audit trail', () => {
  test.for([
    `update audit_entry set note = ''`,
    'delete from audit_entry',
    'truncate audit_entry',
    'alter table audit_entry disable trigger all',
    'alter table audit_entry add column extra text',
    'drop table audit_entry',
    'create rule none as on insert to audit_entry do instead nothing',
    'alter sequence audit_entry_id_seq restart',
    'insert into audit_entry (id, actor, action, subject) overriding system value values (1, $$a$$, $$b$$, $$c$$)',
  ])('is not changed, removed or forged by the account of the product: %s', async (statement) => {
    const before = await world.database.pool.query(`select count(*) from audit_entry`);
    // 42501: no right to; 23505: an id that is taken.
    await expect(world.database.productPool.query(statement)).rejects.toMatchObject({
      code: expect.stringMatching(/^(?:42501|23505)$/),
    });
    expect((await world.database.pool.query(`select count(*) from audit_entry`)).rows).toEqual(before.rows);
  });

  test('of the last 90 days is not forgotten, whatever is asked for', async () => {
    const count = async () => (await world.database.pool.query(`select count(*) from audit_entry`)).rows;
    const before = await count();
    await world.database.productPool.query('select forget_audit_entries(0, 1000)').catch(() => undefined);
    await world.database.productPool.query('select forget_audit_entries(-1, 1000)').catch(() => undefined);
    expect(await count()).toEqual(before);
  });

  test('has no call of the console that changes or removes it', () => {
    const ofAudit = calls.filter(({ name }) => name.includes('/audit')).map(({ name }) => name.split(' ')[0]);
    expect(new Set(ofAudit)).toEqual(new Set(['GET']));
  });
});

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runCommand } from '../../platform/commands.ts';
import { createDatabase, createPool, transaction } from '../../platform/database/database.ts';
import { addLoneJob } from '../../platform/jobs.ts';
import { newId } from '../../platform/keys.ts';
import { sendJob } from '../../platform/mail-state.ts';
import { endReview, noteForReview } from '../../platform/reviews.ts';
import { buildServer } from '../../testing/administration.ts';
import { declareSite } from '../../testing/declare-site.ts';
import { startTestMembership, type TestMembership } from '../../testing/membership.ts';
import { SiteDeclaration } from '../declaration/site-declaration.ts';
import { foldMemberCounts } from '../members/member-list.ts';
import { accountKey } from '../sign-in/sign-in-limits.ts';
import { appCommands } from './commands/app-commands.ts';
import type { CommandServices, Terminal } from './commands/command-services.ts';
import { removeSite } from './site-removal.ts';

let product: TestMembership;
let services: CommandServices;
beforeAll(async () => {
  product = await startTestMembership();
  const { db, reports, keys, outbound, sites } = product.services;
  services = {
    db,
    reports,
    keys,
    appUrl: product.appUrl,
    outbound,
    sites,
    listPersonalTables: async () => [],
    neededSites: { app_live: 'the portal stands on it.' },
    lendDeletion: () => Promise.reject(new Error('No single member is deleted here.')),
    lendImport: () => Promise.reject(new Error('Nothing is imported here.')),
    readVariable: () => undefined,
    actor: 'command line (ann)',
    terminal: { print: () => undefined, confirm: undefined, ask: undefined, hasColours: false, folder: '.' },
  };
});
afterAll(() => product.stop());

const run = (words: string[], terminal: Partial<Terminal> = {}) =>
  runCommand([appCommands], words, (use) => use({ ...services, terminal: { ...services.terminal, ...terminal } }));

let made = 0;
/** A site with a member, who has a free plan and a session, with a webhook and a key. */
async function buildSite() {
  const name = `removed${++made}`;
  const id = `app_${name}`;
  const declaration = SiteDeclaration.parse({
    id,
    name: 'Harbour',
    publicKey: `pk_${name}`,
    mode: 'live',
    origins: ['https://club.example'],
    plans: [{ id: `pln_${name}`, name: 'Crew' }],
    webhooks: [{ id: 'club', url: 'https://club.example/hook' }],
    content: [{ key: 'tide', type: 'TEXT', content: 'high', plans: [{ id: `pln_${name}` }] }],
  });
  await declareSite(product.services.db, declaration, product.services.keys);
  // Invalidates the product's cache of sites.
  await product.membership.seed({ demonstration: false });
  const server = await buildServer(product, id);
  const headers = { 'x-api-key': `pk_${name}`, origin: 'https://club.example' };
  const { token, member } = await product.buildMember({ headers });
  await server.call('POST', `/admin/members/${member.id}/add-plan`, { planId: `pln_${name}` });
  return { id, headers, token, memberId: member.id, server, planId: `pln_${name}` };
}

/** The tables that still have rows of a site, once the count of its members is folded. */
const rowsOf = async (id: string) => {
  await foldMemberCounts(product.services.db);
  const { rows } = await product.database.pool.query<{ table_name: string; column_name: string }>(
    `select table_name, column_name from information_schema.columns
     where table_schema = 'public' and (column_name = 'site_id' or (table_name = 'site' and column_name = 'id'))`,
  );
  const left: string[] = [];
  for (const { table_name, column_name } of rows) {
    const found = await product.database.pool.query(`select 1 from "${table_name}" where ${column_name} = $1`, [id]);
    if (found.rowCount) left.push(table_name);
  }
  return left;
};

/** Stores a checkout of a member. */
async function insertCheckout(
  { id, memberId, planId }: { id: string; memberId: string; planId: string },
  { state, live }: { state: string; live: boolean },
): Promise<string> {
  const checkoutId = newId('chk_');
  await product.database.pool.query(
    `insert into plan_checkout (id, site_id, member_id, plan_id, price_id, mode, terms, terms_hash, asked_cents, currency,
       state, customer_id, session_expires_at, live)
     values ($1, $2, $3, $4, 'prc_x', 'payment', '{}', '', 100, 'NZD', $5, 'cus_x', now(), $6)`,
    [checkoutId, id, memberId, planId, state, live],
  );
  return checkoutId;
}

describe('app remove', () => {
  test('deletes everything of a site, and of no other', async () => {
    const site = await buildSite();
    const other = await buildSite();
    expect((await product.call('GET', '/app', { headers: site.headers })).status).toBe(200);
    const said = await run(['app', 'remove', site.id, '--yes']);
    expect(said).toContain(`${site.id} is removed, with 1 member, 0 teams, 1 secret key, 1 webhook.`);
    expect(await rowsOf(site.id)).toEqual(['audit_entry']);
    expect(await rowsOf(other.id)).toEqual(
      expect.arrayContaining(['site', 'member', 'plan', 'session', 'secret_key', 'site_event_endpoint']),
    );
    expect((await site.server.call('GET', '/admin/members')).error.code).toBe('invalid-secret-key');
    expect((await other.server.call('GET', '/admin/members')).data).toHaveLength(1);
    await expect(run(['app', 'show', site.id])).rejects.toThrow(`There is no site ${site.id}.`);
  });

  test('erases what it mailed to and about its members, and nothing else', async () => {
    const { id, memberId } = await buildSite();
    const { pool } = product.database;
    const own = `${id}@example.org`;
    const pending = `new-${id}@example.org`;
    const other = `other-${id}@example.org`;
    await pool.query('update member set email = $2 where id = $1', [memberId, own]);
    const sent: [name: string, email: string, about: string | null, siteId: string | null][] = [
      ['own', own, null, id],
      ['pending', pending, memberId, id],
      // Of an earlier version.
      ['no-site', own, memberId, null],
      ['other-address', other, null, null],
      ['other-site', own, 'mem_elsewhere', 'app_live'],
      ['staff', own, null, null],
    ];
    for (const [name, email, about, siteId] of sent)
      await pool.query(
        `insert into mail_outbox (id, kind, dedupe_key, recipient, member_id, site_id, subject, body_text, body_html, sensitive, sent_at)
         values ($1, 'receipt', $1, $2, $3, $4, 'Paid', 'Dear Ana', '<p>Ana', false, now())`,
        [`${name} ${id}`, email, about, siteId],
      );
    await run(['app', 'remove', id, '--yes']);
    const select = 'select id, recipient, body_text from mail_outbox where id = any($1) order by id';
    const { rows } = await pool.query(select, [sent.map(([name]) => `${name} ${id}`)]);
    expect(rows).toHaveLength(sent.length);
    expect(rows.filter(({ body_text: text, recipient }) => text !== '' || recipient !== '')).toEqual([
      { id: `other-address ${id}`, recipient: other, body_text: 'Dear Ana' },
      { id: `other-site ${id}`, recipient: own, body_text: 'Dear Ana' },
      { id: `staff ${id}`, recipient: own, body_text: 'Dear Ana' },
    ]);
  });

  test('lets the mails of its time forget site, partner and sender, those to no member and those that wait too', async () => {
    const { id } = await buildSite();
    const { pool } = product.database;
    const mails = [
      [`sent-${id}`, id],
      [`waiting-${id}`, id],
      // Negative control: of another site.
      [`other-${id}`, 'app_live'],
    ];
    for (const [mail, siteId] of mails)
      await pool.query(
        `insert into mail_outbox (id, kind, recipient, site_id, partner, sender_name, subject, body_text, body_html, sensitive, sent_at)
         values ($1, 'sign-up-code', $1 || '@example.org', $2, 'uts', 'Harbour', 'Hello', 'Dear Ana', '<p>Ana', false,
           case when $1 like 'waiting%' then null else now() end)`,
        [mail, siteId],
      );
    const key = `waiting-${id}`;
    await addLoneJob(product.services.db, sendJob, { id: key }, { key, afterSeconds: 3_600 });
    await run(['app', 'remove', id, '--yes']);
    const { rows } = await pool.query(
      'select id, site_id, partner, sender_name, subject, erase_once_sent from mail_outbox where id like $1 order by id',
      [`%-${id}`],
    );
    const own = { site_id: null, partner: null };
    expect(rows).toEqual([
      {
        id: `other-${id}`,
        site_id: 'app_live',
        partner: 'uts',
        sender_name: 'Harbour',
        subject: 'Hello',
        erase_once_sent: false,
      },
      { id: `sent-${id}`, ...own, sender_name: null, subject: '', erase_once_sent: false },
      { id: `waiting-${id}`, ...own, sender_name: 'Harbour', subject: 'Hello', erase_once_sent: true },
    ]);
  });

  test('lets failures in a row of its members run out', async () => {
    const { id, headers } = await buildSite();
    const { email } = await product.buildMember({ headers });
    await product.post('/auth/login', { email, password: 'wrong-password-9' }, { headers });
    const readEnds = async () => {
      const select = 'select expire is not null as ends from rate_limit where key = $1';
      return (await product.database.pool.query(select, [`wrong-password:${accountKey(id, email)}`])).rows;
    };
    expect(await readEnds()).toEqual([{ ends: false }]);
    await run(['app', 'remove', id, '--yes']);
    expect(await readEnds()).toEqual([{ ends: true }]);
  });

  test('stands in the audit trail, which stays with all that was done before', async () => {
    const { id } = await buildSite();
    await run(['app', 'remove', id, '--yes']);
    const trail = await run(['app', 'audit', id]);
    expect(trail.split('\n')[0]).toMatch(new RegExp(`command line \\(ann\\) {2}app\\.removed {2}${id}$`));
    expect(trail.split('\n')[1]).toBe('    1 member, 0 teams, 1 secret key, 1 webhook');
    expect(trail).toContain('key.created');
    await expect(run(['app', 'audit', 'app_never'])).rejects.toThrow('There is no site app_never.');
  });

  test('asks for the id again, and accepts nothing else', async () => {
    const { id } = await buildSite();
    const asked: string[] = [];
    const printed: string[] = [];
    const typing = (answer: string): Partial<Terminal> => ({
      print: (text) => void printed.push(text),
      ask: async (question) => {
        asked.push(question);
        return answer;
      },
    });
    for (const answer of ['', 'y', 'yes', id.slice(0, -1)])
      expect(await run(['app', 'remove', id], typing(answer))).toBe('Nothing was changed.');
    expect(await rowsOf(id)).toContain('site');
    expect(await run(['app', 'remove', id], typing(id))).toContain(`${id} is removed`);
    expect(new Set(asked)).toEqual(new Set([`Type ${id} to remove it: `]));
    expect(printed[0]).toBe('Harbour goes for good, with 1 member, 0 teams, 1 secret key, 1 webhook.');
  });

  test('does nothing without a terminal and without --yes', async () => {
    const { id } = await buildSite();
    await expect(run(['app', 'remove', id])).rejects.toThrow('Add --yes to do it without asking.');
    expect(await rowsOf(id)).toContain('site');
  });

  test('refuses a site that another domain depends on, whatever is typed', async () => {
    await expect(run(['app', 'remove', 'app_live', '--yes'])).rejects.toThrow(
      'app_live was not removed: the portal stands on it.',
    );
    expect(await rowsOf('app_live')).toContain('site');
  });

  test('refuses while a matter about a checkout is open, and is possible once it is decided', async () => {
    const site = await buildSite();
    const subject = await insertCheckout(site, { state: 'review', live: false });
    const matter = { kind: 'amount-differs', subject, note: 'Too little.' };
    await noteForReview(product.services.db, matter);
    await expect(run(['app', 'remove', site.id, '--yes'])).rejects.toThrow(
      /it has 1 checkout that is not settled\. .*Decide its matters, if it has any \("reviews"\)/,
    );
    await transaction(product.services.db, (tx) => endReview(tx, matter));
    await run(['app', 'remove', site.id, '--yes']);
    expect((await rowsOf(site.id)).toSorted()).toEqual(['audit_entry', 'plan_checkout']);
  });

  test.for(['open', 'processing', 'returning'])('refuses while a checkout is %s', async (state) => {
    const site = await buildSite();
    await insertCheckout(site, { state, live: false });
    await expect(run(['app', 'remove', site.id, '--yes'])).rejects.toThrow(
      `${site.id} was not removed: it has 1 checkout that is not settled.`,
    );
    expect(await rowsOf(site.id)).toContain('member');
  });

  test.for([
    ['a subscription runs', { live: false, subscription: 'active' }, '1 subscription that runs'],
    ['a plan is paid for with real money', { live: true, subscription: null }, '1 plan that is paid for'],
  ] as const)('refuses while %s', async ([, { live, subscription }, said]) => {
    const site = await buildSite();
    const checkoutId = await insertCheckout(site, { state: 'completed', live });
    await product.database.pool.query(
      `update plan_connection set checkout_id = $2, subscription_id = $3, subscription_status = $4 where member_id = $1`,
      [site.memberId, checkoutId, subscription && newId('sub_'), subscription],
    );
    await expect(run(['app', 'remove', site.id, '--yes'])).rejects.toThrow(said);
    expect(await rowsOf(site.id)).toContain('member');
  });

  test('keeps payments in the books, and is possible once all are settled', async () => {
    const site = await buildSite();
    await insertCheckout(site, { state: 'completed', live: true });
    await run(['app', 'remove', site.id, '--yes']);
    expect((await rowsOf(site.id)).toSorted()).toEqual(['audit_entry', 'plan_checkout']);
  });
});

test('a removal that is refused at its last step is rolled back', async () => {
  const site = await buildSite();
  const { pool } = product.database;
  // Race: a checkout that begins while the members are deleted.
  await pool.query(`
    create function begin_checkout() returns trigger language plpgsql as $$ begin
      insert into plan_checkout (id, site_id, member_id, plan_id, price_id, mode, terms, terms_hash, asked_cents, currency,
        state, customer_id, session_expires_at, live)
      values ('chk_late', old.site_id, old.id, 'pln_x', 'prc_x', 'payment', '{}', '', 100, 'NZD', 'open', 'cus', now(), false);
      return old; end $$;
    create trigger late_checkout before delete on member for each row execute function begin_checkout()`);
  try {
    await expect(removeSite(product.services.db, { siteId: site.id, actor: 'a test' })).rejects.toThrow('not settled');
  } finally {
    await pool.query('drop trigger late_checkout on member; drop function begin_checkout()');
  }
  expect(await rowsOf(site.id)).toEqual(expect.arrayContaining(['site', 'member', 'plan']));
});

/** Until a connection to the test's database waits for a lock. */
async function untilOneWaits() {
  const waiting = `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;
  const { pool } = product.database;
  await expect.poll(async () => (await pool.query(waiting)).rowCount).toBe(1);
}

test('a removal that waits for a member has not locked the site yet, so a member’s transaction cannot deadlock with it', async () => {
  const site = await buildSite();
  const { pool } = product.database;
  const own = await pool.connect();
  try {
    await own.query('begin');
    await own.query('select from member where id = $1 for update', [site.memberId]);
    const removal = removeSite(product.services.db, { siteId: site.id, actor: 'a test' });
    await untilOneWaits();
    // What every insert that references the site does, except that it waits.
    await own.query('select from site where id = $1 for key share nowait', [site.id]);
    await own.query('commit');
    expect(await removal).toBe(true);
  } finally {
    own.release(true);
  }
  expect(await rowsOf(site.id)).toEqual(['audit_entry']);
});

test('a removal locks members by their ids, as others who lock several do, in whatever order it finds them', async () => {
  const site = await buildSite();
  const { pool, directUrl } = product.database;
  // The later id is found first, without an index that would sort them.
  for (const id of ['mem_removed_z', 'mem_removed_a'])
    await pool.query(`insert into member (id, site_id, email) values ($1, $2, $1 || '@example.org')`, [id, site.id]);
  await pool.query('delete from member where id = $1', [site.memberId]);
  const unsorted = createPool({ url: directUrl, maxConnections: 1 });
  for (const scan of ['indexscan', 'indexonlyscan', 'bitmapscan']) await unsorted.query(`set enable_${scan} = off`);
  const own = await pool.connect();
  try {
    await own.query('begin');
    await own.query(`select from member where id = 'mem_removed_a' for key share`);
    const removal = removeSite(createDatabase(unsorted), { siteId: site.id, actor: 'a test' });
    await untilOneWaits();
    await own.query(`select from member where id = 'mem_removed_z' for key share nowait`);
    await own.query('commit');
    expect(await removal).toBe(true);
  } finally {
    own.release(true);
    await unsorted.end();
  }
});

test('a member who joins while a site is removed goes with it', async () => {
  const site = await buildSite();
  const { pool } = product.database;
  const late = await pool.connect();
  try {
    await late.query('begin');
    await late.query(`insert into member (id, site_id, email) values ('mem_late', $1, 'late@example.org')`, [site.id]);
    const removal = removeSite(product.services.db, { siteId: site.id, actor: 'a test' });
    await untilOneWaits();
    await late.query('commit');
    expect(await removal).toBe(true);
  } finally {
    late.release(true);
  }
  expect(await rowsOf(site.id)).toEqual(['audit_entry']);
});

test('a site that is removed while counts of members are folded leaves no count behind', async () => {
  const site = await buildSite();
  await product.buildMember({ headers: site.headers });
  const { db } = product.services;
  let removal: Promise<boolean> | undefined;
  await transaction(db, async (tx) => {
    await foldMemberCounts(tx);
    removal = removeSite(db, { siteId: site.id, actor: 'a test' });
    await Promise.race([removal, untilOneWaits()]);
  });
  expect(await removal).toBe(true);
  expect(await rowsOf(site.id)).toEqual(['audit_entry']);
});

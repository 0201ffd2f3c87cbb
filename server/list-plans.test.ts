import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { claimMillionRows } from './testing/million-rows.ts';
import { admissionsOf, builderOf, owner, startTestConsole, type TestConsole } from './testing/console.ts';
import { startTestMembership, type TestMembership } from './testing/membership.ts';
import { findFullReads, findIndexes } from './testing/query-plans.ts';
import { recordStatements, type Sent } from './testing/recorded-statements.ts';
import { enrolmentSite } from './enrolment/enrolment-site.ts';
import { areOfPartners, idsOfPartners } from './enrolment/partner-members.store.ts';

/** What the lists read. */
const large = [
  'audit_entry',
  'comment',
  'enrolment_order',
  'lead',
  'mail_outbox',
  'member',
  'member_identity',
  'plan_connection',
  'session',
  'site_event_delivery',
  'team',
  'team_seat',
];

let product: TestMembership;
let staffed: TestConsole;
/** The statements of each question, with the values they were asked with. */
const asked = new Map<string, Sent[]>();

const site = enrolmentSite;
const members = [
  '',
  'sort=email',
  'search=ana',
  'search=ana%20mos&verified=no',
  'search=mem_x1',
  'verified=no',
  'suspended=yes',
  'created.from=2026-11-01&sort=created',
  'plan=pln_1',
  'plan.not=pln_1',
  'planState=REQUIRES_PAYMENT',
  'plan=pln_1&planState=REQUIRES_PAYMENT',
  'field.course-selected=x7',
  'field.stage.not=x7',
  'partner=uts',
  'partner=uc',
  'team=team_1',
];
const audit = [
  '',
  'actor=x7',
  'action.begins=member.',
  'subject=x7',
  'site=app_enrolment',
  'partner=x7',
  'staffId=x7',
  'sort=at',
];

const mails = [
  '',
  'sort=at',
  'search=ana',
  'to=x7',
  'state=refused',
  'state=waiting',
  'state=sent',
  'kind=reset-code',
  'site=app_enrolment',
  'partner=uts',
  'member=x7',
];
const comments = ['', 'author=x7', 'channel=x7', 'kind=reply', 'at.from=2026-11-01'];

beforeAll(async () => {
  const recording = recordStatements(new URL(process.env['INTAKE_TEST_SERVER']!).username);
  try {
    product = await startTestMembership({
      optionsFor: () => ({ partnerMembers: { siteId: site, areOf: areOfPartners, idsOf: idsOfPartners } }),
    });
    staffed = await startTestConsole(product.membership);
    await claimMillionRows(product.database.pool, large);
    const ask = async (name: string, question: () => Promise<{ status: number; text: string }>) => {
      const before = recording.statements.length;
      const { status, text } = await question();
      if (status !== 200) throw new Error(`${name} answered ${status} ${text}`);
      // Counts go through ten thousand rows at most, and half a second.
      asked.set(
        name,
        recording.statements.slice(before).filter(({ text: sent }) => !sent.endsWith(') counted')),
      );
    };
    for (const query of members) {
      await ask(`members ${query}`, () => staffed.ask(owner, 'GET', `/sites/${site}/members?${query}`));
      const { json } = await staffed.ask(owner, 'GET', `/sites/${site}/members?limit=1&${query}`);
      if (json.endCursor !== null)
        await ask(`next members ${query}`, () =>
          staffed.ask(owner, 'GET', `/sites/${site}/members?${query}&after=${json.endCursor}`),
        );
    }
    await ask('members of a partner', () =>
      staffed.ask(admissionsOf('uts'), 'GET', `/sites/${site}/members?search=ana`),
    );
    const { rows } = await product.database.pool.query(`select id from member where site_id = $1 limit 1`, [site]);
    for (const path of ['', '/timeline', '/timeline?kind=mail'])
      await ask(`member${path}`, () => staffed.ask(owner, 'GET', `/sites/${site}/members/${rows[0].id}${path}`));
    for (const query of audit) {
      await ask(`audit ${query}`, () => staffed.ask(owner, 'GET', `/audit?${query}`));
      await ask(`audit of a site ${query}`, () => staffed.ask(builderOf('app_demo'), 'GET', `/audit?${query}`));
    }
    for (const query of mails) {
      await ask(`mails ${query}`, () => staffed.ask(owner, 'GET', `/mails?${query}`));
      await ask(`mails of a site ${query}`, () => staffed.ask(builderOf('app_demo'), 'GET', `/mails?${query}`));
    }
    await ask('mails of a partner', () => staffed.ask(admissionsOf('uts'), 'GET', '/mails'));
    for (const query of comments)
      await ask(`comments ${query}`, () => staffed.ask(owner, 'GET', `/sites/${site}/comments?${query}`));
  } finally {
    recording.stop();
  }
});
afterAll(async () => {
  await staffed.close();
  await product.stop();
});

const isLarge = (table: string) => large.includes(table);

/** Questions whose statements would read a large table from end to end, with the tables. */
async function findSlow(pool: Parameters<typeof findFullReads>[0]): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {};
  for (const [name, statements] of asked) {
    const tables = new Set<string>();
    for (const statement of statements)
      for (const table of await findFullReads(pool, statement, isLarge)) tables.add(table);
    if (tables.size > 0) found[name] = [...tables];
  }
  return found;
}

describe('with a million rows in each large table', () => {
  test('no list of the console reads one from end to end, or there is a reason why it may', async () => {
    expect(asked.size).toBeGreaterThan(30);
    expect(Object.keys(await findSlow(product.database.pool))).toEqual(Object.keys(mayReadAll));
  });

  test.for([
    ['member_search', 'members search=ana'],
    ['member_created', 'members '],
    ['member_fields', 'members field.course-selected=x7'],
    ['plan_connection_holders', 'members plan=pln_1&planState=REQUIRES_PAYMENT'],
    ['enrolment_order_partner', 'members partner=uc'],
    ['lead_partner', 'members partner=uc'],
    ['member_partner', 'members partner=uc'],
    ['audit_entry_subject', 'audit subject=x7'],
    ['audit_entry_actor', 'audit actor=x7'],
    ['audit_entry_partner', 'audit partner=x7'],
    ['audit_entry_staff', 'audit staffId=x7'],
    ['mail_outbox_search', 'mails search=ana'],
    ['mail_outbox_newest', 'mails '],
    ['mail_outbox_site', 'mails of a site '],
    ['mail_outbox_waiting', 'mails state=waiting'],
    ['mail_outbox_waiting', 'mails state=refused'],
    ['comment_newest', 'comments '],
  ] as const)('the index %s serves the list "%s"', async ([index, name]) => {
    expect(await usedFor(name, product.database.pool)).toContain(index);
  });

  test.for([
    ['members plan=pln_1&planState=REQUIRES_PAYMENT', 'plan_connection'],
    ['members field.course-selected=x7', 'custom_fields'],
  ] as const)('what an index finds for the list "%s" is asked of no row again', ([name, asks]) => {
    const found = asked.get(name)!.filter(({ text }) => text.includes('found as materialized'));
    expect(found.length).toBeGreaterThan(0);
    for (const { text } of found) expect(text.split(asks)).toHaveLength(2);
  });

  test('members of a partner are found first where they are few, and along the order where they are many', () => {
    const isFoundFirst = (name: string) => asked.get(name)!.some(({ text }) => text.includes('found as materialized'));
    expect(isFoundFirst('members partner=uc')).toBe(true);
    expect(isFoundFirst('members partner=uts')).toBe(false);
  });

  test.for([
    ['audit_entry_subject', 'audit subject=x7'],
    ['audit_entry_actor', 'audit actor=x7'],
  ] as const)('without the index %s the list "%s" is found to read all (negative control)', async ([index, name]) => {
    const client = await product.database.pool.connect();
    try {
      await client.query('begin');
      await client.query(`drop index ${index}`);
      expect(Object.keys(await findSlow(client))).toContain(name);
    } finally {
      await client.query('rollback');
      client.release();
    }
  });
});

/** Lists that go along the trail until their page is full. */
const mayReadAll: Record<string, string> = {
  'audit action.begins=member.': 'there are few kinds of acts, and those that are asked for are frequent',
  'mails state=waiting': 'goes along the mails that wait, which are few',
  'mails state=sent': 'nearly all mails are sent',
  'mails kind=reset-code': 'there are few kinds of mails, and they are kept for a month',
  'mails of a partner': 'mails are kept for a month, and each partner has a good part of the portal’s',
};

async function usedFor(name: string, pool: Parameters<typeof findIndexes>[0]): Promise<string[]> {
  const found = await Promise.all(asked.get(name)!.map((statement) => findIndexes(pool, statement)));
  return [...new Set(found.flat())];
}

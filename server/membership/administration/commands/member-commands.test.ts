import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runCommand } from '../../../platform/commands.ts';
import { startTestMembership, type TestMembership } from '../../../testing/membership.ts';
import { listActs } from '../../audit/audit.ts';
import type { Terminal } from './command-services.ts';
import { mailTables } from '../../../platform/mail-personal-data.ts';
import { features } from '../../features.ts';
import { memberCommands } from './member-commands.ts';

const site = 'app_demo';

let product: TestMembership;
let folder: string;
beforeAll(async () => {
  product = await startTestMembership();
  folder = await mkdtemp(path.join(tmpdir(), 'intake-members-'));
});
afterAll(async () => {
  await product.stop();
  await rm(folder, { recursive: true, force: true });
});

const run = (words: string[], terminal: Partial<Terminal> = {}) =>
  runCommand([memberCommands], ['members', ...words], (use) =>
    use({
      ...product.services,
      listPersonalTables: async () => [
        ...Object.values(features).flatMap(({ personalData = [] }) => personalData),
        ...mailTables,
      ],
      neededSites: { app_needed: 'something stands on it.' },
      lendDeletion: (work) => work(product.membership.deletion),
      lendImport: (work) => work(product.membership.importMembers),
      readVariable: () => undefined,
      actor: 'command line (ann)',
      terminal: { print: () => undefined, confirm: undefined, ask: undefined, hasColours: false, folder, ...terminal },
    }),
  );
const acts = async (subject: string) =>
  (await listActs(product.services.db, site)).filter((act) => act.subject === subject).map(({ action }) => action);
const isThere = async (memberId: string) =>
  (await product.database.pool.query('select from member where id = $1', [memberId])).rowCount === 1;

test('everything about a member is exported, and nothing that opens something or is about others', async () => {
  const { email, token, member } = await product.buildMember({ proved: true });
  const other = await product.buildMember();
  await product.post('/member/json', { json: { boat: 'eight' } }, { token });
  await product.post('/comments/posts', { channelKey: 'export', content: 'Who rows?' }, { token });
  await product.post('/comments/posts', { channelKey: 'export', content: 'I do.' }, { token: other.token });
  await product.freshCode(email, 'reset');
  const text = await run(['export', site, email.toUpperCase()]);
  const { stored, ...rest } = JSON.parse(text);
  expect(rest).toEqual({ site, member: member.id });
  expect(stored).toMatchObject({
    member: [{ id: member.id, email }],
    member_json: [{ value: { boat: 'eight' } }],
    session: [{ member_id: member.id }],
    mailed_code: [{ email, purpose: 'reset' }],
    comment: [{ content: expect.stringContaining('Who rows?') }],
    mail_outbox: expect.arrayContaining([expect.objectContaining({ recipient: email, kind: 'reset-code' })]),
    audit_entry: [{ action: 'member.exported' }],
  });
  expect(text).not.toMatch(/_hash|sealed|argon2|\\\\x|body_text/);
  expect(text).not.toContain(other.email);
  expect(await acts(member.id)).toEqual(['member.exported']);
});

test('an export has no mails about another member of the site who had the address before', async () => {
  const { email, member } = await product.buildMember({ proved: true });
  const other = await product.buildMember({ proved: true });
  await product.database.pool.query(
    `insert into mail_outbox (id, kind, recipient, site_id, member_id, subject, body_text, body_html, sensitive)
     select 'mail_' || kind, kind, $1, $2, member_id, 'Hello', 'Hello', 'Hello', false
     from (values ('own', $3), ('of-nobody', null), ('of-another', $4)) mail (kind, member_id)`,
    [email, site, member.id, other.member.id],
  );
  const { stored } = JSON.parse(await run(['export', site, member.id]));
  const kinds = (stored.mail_outbox as { kind: string }[]).map(({ kind }) => kind);
  expect(kinds).toEqual(expect.arrayContaining(['own', 'of-nobody']));
  expect(kinds).not.toContain('of-another');
});

test('an export leaves out rows of an unproved address, which may be another person’s', async () => {
  const { email, member } = await product.buildMember();
  await product.freshCode(email, 'login');
  const { stored } = JSON.parse(await run(['export', site, member.id]));
  expect(Object.keys(stored)).not.toEqual(expect.arrayContaining(['mailed_code']));
  expect(Object.keys(stored)).not.toContain('mail_outbox');
});

test('an export is written to a new file that only its owner can read', async () => {
  const { member } = await product.buildMember();
  expect(await run(['export', site, member.id, '--to', 'one.json'])).toBe(
    `Everything about ${member.id} is in one.json.`,
  );
  const file = path.join(folder, 'one.json');
  expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({ member: member.id });
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  await expect(run(['export', site, member.id, '--to', 'one.json'])).rejects.toThrow(
    'There is a file one.json already.',
  );
  await expect(run(['export', site, member.id, '--to', 'no/one.json'])).rejects.toThrow(
    'no/one.json cannot be written',
  );
});

test('a member is deleted after a yes, or without asking where that was said', async () => {
  const [one, two] = [await product.buildMember(), await product.buildMember()];
  const asked: string[] = [];
  const answer = (yes: boolean) => async (question: string) => {
    asked.push(question);
    return yes;
  };
  await expect(run(['delete', site, one.email])).rejects.toThrow('Add --yes to do it without asking.');
  expect(await run(['delete', site, one.email], { confirm: answer(false) })).toBe('Nothing was changed.');
  expect([await isThere(one.member.id), await acts(one.member.id)]).toEqual([true, []]);
  expect(await run(['delete', site, one.email], { confirm: answer(true) })).toBe(`${one.member.id} is deleted.`);
  expect(asked[1]).toContain(`Delete ${one.member.id} (${one.email}, a member since `);
  expect(await run(['delete', site, two.member.id, '--yes'])).toBe(`${two.member.id} is deleted.`);
  for (const { member } of [one, two])
    expect([await isThere(member.id), await acts(member.id)]).toEqual([false, ['member.deleted']]);
  expect((await product.call('GET', '/member', { token: one.token })).data).toBeNull();
});

test.for(['export', 'delete'])('%s refuses a member of another site, and an unknown site', async (command) => {
  const { email, member } = await product.buildMember();
  const more = command === 'delete' ? ['--yes'] : [];
  for (const name of [member.id, email, 'no@address', 'mem_nobody'])
    await expect(run([command, 'app_live', name, ...more])).rejects.toThrow(`app_live has no member ${name}.`);
  await expect(run([command, 'app_dmo', email, ...more])).rejects.toThrow('Did you mean app_demo?');
  expect(await isThere(member.id)).toBe(true);
});

import { afterAll, beforeAll, expect, test } from 'vitest';
import { runCommand } from '../../../platform/commands.ts';
import { startTestMembership, type TestMembership } from '../../../testing/membership.ts';
import { listActs } from '../../audit/audit.ts';
import { sessionCommands } from './session-commands.ts';

const site = 'app_demo';

let product: TestMembership;
beforeAll(async () => {
  product = await startTestMembership();
});
afterAll(() => product.stop());

const run = (...words: string[]) =>
  runCommand([sessionCommands], ['sessions', ...words], (use) =>
    use({
      ...product.services,
      listPersonalTables: async () => [],
      neededSites: {},
      lendDeletion: (work) => work(product.membership.deletion),
      lendImport: (work) => work(product.membership.importMembers),
      readVariable: () => undefined,
      actor: 'command line (ann)',
      terminal: { print: () => undefined, confirm: undefined, ask: undefined, hasColours: false, folder: '/' },
    }),
  );
const isAlive = async (token: string) => (await product.call('GET', '/member', { token })).data !== null;

test('staff see where a member is logged in, end one session, then all', async () => {
  const { email, password, token, member } = await product.buildMember();
  const headers = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:131.0) Gecko/20100101 Firefox/131.0' };
  const { data } = await product.post('/auth/login', { email, password }, { headers });
  const lost = data.tokens.accessToken;
  const listed = await run('list', site, email.toUpperCase());
  const line = listed.split('\n').find((each) => each.includes('Firefox on Linux'))!;
  expect(line).toContain('password');
  expect(listed).not.toContain(lost);
  const [id] = line.split(' ');
  expect(await run('end', site, member.id, '--session', id!)).toBe(`1 session of ${member.id} ended.`);
  expect([await isAlive(lost), await isAlive(token)]).toEqual([false, true]);
  await product.post('/auth/login', { email, password });
  expect(await run('end', site, email)).toBe(`2 sessions of ${member.id} ended.`);
  expect(await isAlive(token)).toBe(false);
  expect(await run('list', site, email)).toBe(`${member.id} is logged in nowhere.`);
  const acts = (await listActs(product.services.db, site)).filter(({ subject }) => subject === member.id);
  expect(acts.map(({ action, actor, note }) => [action, actor, note])).toEqual([
    ['sessions.ended', 'command line (ann)', ''],
    ['sessions.ended', 'command line (ann)', id],
  ]);
});

test.for(['nonsense', '00000000-0000-4000-8000-000000000000'])('the session %s is said not to be there', async (id) => {
  const { email, member } = await product.buildMember();
  await expect(run('end', site, email, '--session', id)).rejects.toThrow(
    `${member.id} has no session ${id}. "sessions list" shows all.`,
  );
});

test('an unknown member is refused', async () => {
  await expect(run('list', site, 'unknown@example.org')).rejects.toThrow(`${site} has no member unknown@example.org.`);
});

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { declareSite } from '../../testing/declare-site.ts';
import { buildArchive, buildLibrary } from '../../testing/library-site.ts';
import { startTestMembership, type TestMember, type TestMembership } from '../../testing/membership.ts';
import { picture } from '../../testing/pictures.ts';
import type { ContentItem } from './content-item.ts';

const gold = { plans: [{ id: 'pln_library_gold' }] };
const drawing = Buffer.from('%PDF-1.7 the whole drawing');
const image = { type: 'IMAGE', mediaType: 'image/png', fileName: 'bench.png' } as const;
const file = { type: 'FILE', mediaType: 'application/pdf', fileName: "A bench (it's ours).pdf" } as const;

/** One piece of content of every type. */
const contentWith = (photo: Buffer): Partial<ContentItem>[] => [
  { key: 'page', type: 'HTML', content: '<h2>Māori</h2><script>1</script>', ...gold },
  { key: 'style', type: 'CSS', content: 'a{}', ...gold },
  { key: 'program', type: 'JS', content: 'alert(1)', ...gold },
  { key: 'data', type: 'JSON', content: '{"b":1,"a":[2]}', ...gold },
  { key: 'note', type: 'TEXT', content: 'for all', allowAllMembers: true },
  { key: 'link', type: 'LINK', content: 'https://example.org/room', ...gold },
  { key: 'crew-only', type: 'TEXT', content: 'for the crew', plans: [{ id: 'pln_library_crew' }] },
  { key: 'large', type: 'TEXT', content: 'é'.repeat(500_000), ...gold },
  { key: 'nobody', type: 'TEXT', content: 'for nobody' },
  { key: 'photo', ...image, base64: photo.toString('base64'), ...gold },
  { key: 'drawing', ...file, base64: drawing.toString('base64'), ...gold },
];

let product: TestMembership;
let photo: Buffer;
let reader: TestMember;
let other: TestMember;
const headers = { 'x-api-key': 'pk_sb_library' };
beforeAll(async () => {
  photo = await picture('png');
  product = await startTestMembership();
  await declare(buildLibrary(contentWith(photo)));
  await declare(buildArchive());
  reader = await product.buildMember({ headers });
  other = await product.buildMember({ headers });
  await addPlan(reader, 'gold');
  await addPlan(other, 'silver');
});
afterAll(() => product.stop());

const declare = (site: ReturnType<typeof buildLibrary>) =>
  declareSite(product.database.db, site, product.services.keys);
const changePlan = (action: 'add' | 'remove') => async (member: TestMember, plan: string) =>
  product.post(`/member/plans/${action}`, { planId: `pln_library_${plan}` }, { token: member.token, headers });
const addPlan = changePlan('add');
const removePlan = changePlan('remove');
const ask = (contentId: unknown, token?: string, more = {}) =>
  product.post('/secure-content', { contentId }, { token, headers: { ...headers, ...more } });
const open = (address: string) => product.app.inject({ method: 'GET', url: address.replace(product.appUrl, '') });

describe('a member with the plan', () => {
  test.each([
    ['page', 'HTML', '<h2>Māori</h2><script>1</script>'],
    ['style', 'CSS', 'a{}'],
    ['program', 'JS', 'alert(1)'],
    ['data', 'JSON', '{"b":1,"a":[2]}'],
    ['note', 'TEXT', 'for all'],
    ['link', 'LINK', 'https://example.org/room'],
  ])('gets %s as %s', async (key, type, content) => {
    const { status, json } = await ask(key, reader.token);
    expect([status, json]).toEqual([200, { data: { content, type } }]);
  });

  test('gets a megabyte in one piece, which no cache keeps', async () => {
    const answer = await ask('large', reader.token);
    expect(answer.data.content).toHaveLength(500_000);
    expect(answer.headers['cache-control']).toBe('private, no-store');
  });

  test('loses access with the plan, at once', async () => {
    const member = await product.buildMember({ headers });
    await addPlan(member, 'gold');
    expect((await ask('page', member.token)).status).toBe(200);
    await removePlan(member, 'gold');
    expect((await ask('page', member.token)).error.code).toBe('access-denied');
  });

  test('has it through a team as well, as long as they are in it', async () => {
    const owner = await product.buildMember({ headers });
    await addPlan(owner, 'crew');
    const as = (member: TestMember) => ({ token: member.token, headers });
    const { teamId } = (await product.call('GET', '/member', as(owner))).data.teams.ownedTeams[0];
    const { inviteToken } = (await product.call('GET', `/member/team/${teamId}`, as(owner))).data;
    const member = await product.buildMember({ headers });
    expect((await ask('crew-only', member.token)).error.code).toBe('access-denied');
    await product.post('/member/team/join', { inviteToken }, as(member));
    expect((await ask('crew-only', member.token)).data.content).toBe('for the crew');
    await removePlan(owner, 'crew');
    expect((await ask('crew-only', member.token)).error.code).toBe('access-denied');
  });
});

describe('no other request', () => {
  test('has it: a member with another plan is denied', async () => {
    const answer = await ask('page', other.token);
    expect([answer.status, answer.error.code]).toEqual([403, 'access-denied']);
    expect(answer.text).not.toContain('Māori');
    expect((await ask('nobody', reader.token)).error.code).toBe('access-denied');
  });

  test('learns which keys there are: a visitor gets one answer for all', async () => {
    const answers = [await ask('page'), await ask('no-such-key'), await ask('photo')];
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(answers[0]!.error.code).toBe('login-required');
  });

  test('has it at another site, whose keys are its own', async () => {
    const elsewhere = { 'x-api-key': 'pk_sb_archive' };
    expect((await ask('page', reader.token, elsewhere)).error.code).toBe('login-required');
    const member = await product.buildMember({ headers: elsewhere });
    expect((await ask('page', member.token, elsewhere)).error.code).toBe('content-not-found');
  });

  test.each([[''], ['no-such-key'], ['PAGE'], ['page '], ['__proto__'], ['page/../page'], ["' or '1'='1"]])(
    'finds content under %j',
    async (key) => {
      const { status, error } = await ask(key, reader.token);
      expect([status, error.code]).toEqual([404, 'content-not-found']);
    },
  );

  test.each([[null], [1], [['page']], [undefined]])('asks with %j for a key', async (key) => {
    expect((await ask(key, reader.token)).error.code).toBe('invalid-request');
  });

  test('is led astray by another way of asking', async () => {
    for (const path of ['/secure-content/page', '/secure-content?contentId=page', '/secure-content/page.css'])
      expect((await product.call('GET', path, { token: reader.token, headers })).status).toBeGreaterThanOrEqual(404);
  });
});

describe('a file', () => {
  const addressOf = async (key: string, token = reader.token): Promise<string> => (await ask(key, token)).data.content;

  test('comes by an address of its own, which needs neither key nor session', async () => {
    const { type, content } = (await ask('photo', reader.token)).data;
    expect(type).toBe('IMAGE');
    expect(content).toMatch(/^http:\/\/localhost:4000\/secure-content\/file\?ticket=/);
    const shown = await open(content);
    expect(shown.rawPayload).toEqual(photo);
    expect(shown.headers).toMatchObject({
      'content-type': 'image/png',
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; base-uri 'none'; sandbox; frame-ancestors 'none'",
      'cross-origin-resource-policy': 'cross-origin',
    });
  });

  test('is saved under its name, and never opened as a page', async () => {
    const shown = await open(await addressOf('drawing'));
    expect(shown.rawPayload).toEqual(drawing);
    expect(shown.headers['content-type']).toBe('application/pdf');
    expect(shown.headers['content-disposition']).toBe(
      "attachment; filename*=UTF-8''A%20bench%20%28it%27s%20ours%29.pdf",
    );
  });

  test('closes with the plan although the minute is not over', async () => {
    const member = await product.buildMember({ headers });
    await addPlan(member, 'gold');
    const address = await addressOf('photo', member.token);
    expect((await open(address)).statusCode).toBe(200);
    await removePlan(member, 'gold');
    expect((await open(address)).json().error.code).toBe('access-denied');
  });

  test('closes when its member logs out, and not when they do so elsewhere', async () => {
    const { email, password, token } = await product.buildMember({ headers });
    await addPlan({ token } as TestMember, 'gold');
    const second = (await product.post('/auth/login', { email, password }, { headers })).data.tokens.accessToken;
    const address = await addressOf('photo', token);
    const out = (which: string) => product.post('/member/logout', {}, { token: which, headers });
    await out(second);
    expect((await open(address)).statusCode).toBe(200);
    await out(token);
    expect((await open(address)).json().error.code).toBe('access-denied');
  });

  test('closes when its member leaves', async () => {
    const member = await product.buildMember({ headers });
    await addPlan(member, 'gold');
    const address = await addressOf('photo', member.token);
    await product.call('DELETE', '/member', { token: member.token, headers });
    expect((await open(address)).statusCode).toBe(403);
  });

  test('closes after a minute', async () => {
    const [ours] = (await addressOf('photo')).split('ticket=').slice(-1);
    const [claim = ''] = ours!.split('.');
    const parts = JSON.parse(Buffer.from(claim, 'base64url').toString()) as [string, string, string, number];
    const { rows } = await product.database.pool.query('select extract(epoch from now())::float8 as seconds');
    const left = parts[3] - rows[0].seconds;
    expect(left).toBeGreaterThan(55);
    expect(left).toBeLessThanOrEqual(60);
    const ticketUntil = (endsAt: number) => {
      const another = Buffer.from(JSON.stringify([...parts.slice(0, 3), endsAt])).toString('base64url');
      return `${another}.${product.services.keys.sign('content-ticket', another).toString('base64url')}`;
    };
    const statusOf = async (ticket: string) => (await open(`/secure-content/file?ticket=${ticket}`)).statusCode;
    expect(await statusOf(ticketUntil(Math.floor(rows[0].seconds) - 1))).toBe(403);
    expect(await statusOf(ticketUntil(Math.floor(rows[0].seconds) + 30))).toBe(200);
  });

  test('opens to no ticket but ours', async () => {
    const ticket = (await addressOf('photo')).split('ticket=')[1]!;
    const [claim = '', signature = ''] = ticket.split('.');
    const [site, , member, endsAt] = JSON.parse(Buffer.from(claim, 'base64url').toString());
    const forDrawing = Buffer.from(JSON.stringify([site, 'drawing', member, endsAt])).toString('base64url');
    const forged = [
      '',
      'x',
      '.',
      claim,
      `${claim}.`,
      `.${signature}`,
      `${forDrawing}.${signature}`,
      `${claim}.${signature.slice(1)}`,
    ];
    for (const each of forged) {
      const answer = await open(`/secure-content/file?ticket=${each}`);
      expect([answer.statusCode, answer.json().error.code]).toEqual([403, 'access-denied']);
    }
    expect((await open('/secure-content/file')).statusCode).toBe(400);
    expect((await open(`/secure-content/file?ticket=${ticket}`)).statusCode).toBe(200);
  });
});

test('content that is not declared any more is deleted', async () => {
  const elsewhere = { 'x-api-key': 'pk_sb_archive' };
  const { token } = await product.buildMember({ headers: elsewhere });
  await declare(buildArchive([{ key: 'once', type: 'TEXT', content: 'x', allowAllMembers: true }]));
  expect((await ask('once', token, elsewhere)).status).toBe(200);
  await declare(buildArchive());
  expect((await ask('once', token, elsewhere)).error.code).toBe('content-not-found');
});

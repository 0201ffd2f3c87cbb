import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { SiteDeclaration } from '../declaration/site-declaration.ts';
import { declareSite } from '../../testing/declare-site.ts';
import { startTestMembership, type TestMember, type TestMembership } from '../../testing/membership.ts';
import { transaction } from '../../platform/database/database.ts';
import { removeMember } from '../leaving/delete-member.ts';
import { isOpenChannel } from './channel-access.ts';

let product: TestMembership;
let crew: TestMember;
let mate: TestMember;
let outsider: TestMember;
let channels = 0;

/** A club with one channel for its crew. */
const settings = {
  id: 'app_club',
  publicKey: 'pk_sb_club',
  name: 'Rowing Club',
  mode: 'sandbox',
  origins: ['https://club.example'],
  fields: [{ key: 'nickname', label: 'Nickname', visibility: 'MEMBERS' }],
  plans: [{ id: 'pln_club_crew', name: 'Crew' }],
  contentGroups: [{ id: 'grp_deck', key: 'deck', name: 'On deck', plans: [{ id: 'pln_club_crew' }] }],
  comments: { enabled: true, gatedChannels: [{ key: 'crew-talk', contentGroup: 'deck' }] },
};
const headers = { 'x-api-key': 'pk_sb_club' };

beforeAll(async () => {
  product = await startTestMembership();
  await declareSite(product.database.db, SiteDeclaration.parse(settings), product.services.keys);
  const build = () => product.buildMember({ headers, proved: true });
  [crew, mate, outsider] = await Promise.all([build(), build(), build()]);
  for (const { token } of [crew, mate])
    await product.post('/member/plans/add', { planId: 'pln_club_crew' }, { headers, token });
});
afterEach(async () => void (await product.database.pool.query("delete from rate_limit where key like 'comment%'")));
afterAll(() => product.stop());

const newChannel = () => `landing-${++channels}`;
const call = (member: TestMember | undefined, method: string, path: string, body?: unknown) =>
  product.call(method, path, { headers, ...(member && { token: member.token }), ...(body !== undefined && { body }) });
const info = async (reader: TestMember | undefined, channelKey: string) =>
  (await call(reader, 'GET', `/comments/channels/info?channelKey=${channelKey}`)).data;
const write = async (author: TestMember, channelKey: string) =>
  (await call(author, 'POST', '/comments/posts', { channelKey, content: 'Who rows?' })).data.id as string;
const answer = async (author: TestMember, postId: string) =>
  (await call(author, 'POST', '/comments/threads', { postId, content: 'I do.' })).data.id as string;
const isHere = (member: TestMember, channelKey: string) =>
  call(member, 'POST', '/comments/posts/typing', { channelKey, isTyping: false });

describe('an open page of a channel', () => {
  test('learns of everything that is written, changed, voted and deleted there, and of nothing else', async () => {
    const channelKey = newChannel();
    const changes = async () => (await info(undefined, channelKey)).changes as number;
    const postId = await write(crew, channelKey);
    const replyId = await answer(mate, postId);
    const acts: [string, string, unknown?][] = [
      ['PATCH', `/comments/posts/${postId}/update`, { content: 'Who rows today?' }],
      ['POST', `/comments/posts/${postId}/vote`, { vote: 'UP' }],
      ['POST', '/comments/threads', { postId, content: 'So do I.' }],
      ['DELETE', `/comments/posts/${postId}`],
    ];
    expect(await changes()).toBe(2);
    for (const [count, [method, path, body]] of acts.entries()) {
      expect((await call(crew, method, path, body)).status).toBe(200);
      expect(await changes(), `${method} ${path}`).toBe(3 + count);
    }
    await write(crew, newChannel());
    await isHere(crew, channelKey);
    expect((await call(crew, 'DELETE', `/comments/threads/${replyId}`)).status).toBe(404);
    expect(await changes()).toBe(6);
  });

  test('learns that what a deleted member wrote and voted is gone', async () => {
    const leaver = await product.buildMember({ headers, proved: true });
    const [written, answered, voted, untouched] = [newChannel(), newChannel(), newChannel(), newChannel()];
    await write(leaver, written);
    await answer(leaver, await write(crew, answered));
    await call(leaver, 'POST', `/comments/posts/${await write(crew, voted)}/vote`, { vote: 'UP' });
    await write(crew, untouched);
    const changes = () =>
      Promise.all([written, answered, voted, untouched].map(async (key) => (await info(undefined, key)).changes));
    const before = await changes();
    const site = await product.services.sites.get(settings.id);
    await transaction(product.services.db, (tx) =>
      removeMember(product.services, tx, { site, memberId: leaver.member.id }),
    );
    expect(await changes()).toEqual([before[0] + 1, before[1] + 1, before[2] + 1, before[3]]);
  });

  test('learns of each of many changes at once', async () => {
    const channelKey = newChannel();
    const postId = await write(crew, channelKey);
    const before = (await info(undefined, channelKey)).changes as number;
    const vote = (member: TestMember) => call(member, 'POST', `/comments/posts/${postId}/vote`, { vote: 'UP' });
    const replies = [answer(crew, postId), answer(mate, postId), write(outsider, channelKey)];
    await Promise.all([...[crew, mate, outsider].flatMap((each) => [vote(each), vote(each)]), ...replies]);
    expect((await info(undefined, channelKey)).changes).toBe(before + 9);
  });
});

describe('who is there', () => {
  test('is told by name to members, as a number to visitors, and only for a while', async () => {
    const channelKey = newChannel();
    await write(crew, channelKey);
    await call(mate, 'POST', '/member', { customFields: { nickname: 'Cox' } });
    expect((await info(mate, channelKey)).present).toEqual({ count: 0, members: [] });
    for (let count = 0; count < 2; count++) expect((await isHere(mate, channelKey)).status).toBe(200);
    const members = [{ id: mate.member.id, customFields: { nickname: 'Cox' }, profileImage: null }];
    expect(await info(crew, channelKey)).toMatchObject({ typing: 0, present: { count: 1, members } });
    expect((await info(undefined, channelKey)).present).toEqual({ count: 1, members: [] });
    await product.database.pool.query("update comment_typing set here_until = now() - interval '1 second'");
    expect((await info(crew, channelKey)).present).toEqual({ count: 0, members: [] });
  });

  test('stays there after what was typed has been sent', async () => {
    const channelKey = newChannel();
    await write(crew, channelKey);
    await call(mate, 'POST', '/comments/posts/typing', { channelKey });
    expect(await info(crew, channelKey)).toMatchObject({ typing: 1, present: { count: 1 } });
    await write(mate, channelKey);
    expect(await info(crew, channelKey)).toMatchObject({ typing: 0, present: { count: 1 } });
  });
});

test('new comments of others are counted for members who want to hear of them, until they have looked', async () => {
  const channelKey = newChannel();
  await call(crew, 'POST', '/comments/channels/manage-subscription', { channelKey, action: 'THREADS_ONLY' });
  await answer(mate, await write(crew, channelKey));
  await write(mate, channelKey);
  const unread = async (member?: TestMember) => (await info(member, channelKey)).unread as number;
  expect([await unread(crew), await unread(mate), await unread(outsider), await unread()]).toEqual([2, 0, 0, 0]);
  await isHere(crew, channelKey);
  expect(await unread(crew)).toBe(0);
  await write(mate, channelKey);
  expect(await unread(crew)).toBe(1);
});

describe('a channel in a content group', () => {
  /** Everything that can be asked of a channel and of a post in it, with the status it answers. */
  async function tryAll(member: TestMember | undefined, channelKey: string, postId: string, replyId: string) {
    const calls: [string, string, unknown?][] = [
      ['GET', `/comments/posts?channelKey=${channelKey}`],
      ['GET', `/comments/channels/info?channelKey=${channelKey}`],
      ['GET', `/comments/threads?postId=${postId}`],
      ...(member
        ? ([
            ['POST', '/comments/posts', { channelKey, content: 'Hello' }],
            ['POST', '/comments/posts/typing', { channelKey }],
            ['POST', '/comments/posts/typing', { channelKey, isTyping: false }],
            ['POST', '/comments/channels/manage-subscription', { channelKey, action: 'THREADS_ONLY' }],
            ['POST', '/comments/threads', { postId, content: 'Hello' }],
            ['POST', `/comments/posts/${postId}/vote`, { vote: 'UP' }],
            ['POST', `/comments/threads/${replyId}/vote`, { vote: 'UP' }],
          ] satisfies [string, string, unknown][])
        : []),
    ];
    const answers = [];
    for (const [method, path, body] of calls) answers.push(await call(member, method, path, body));
    return answers;
  }
  /** All that is kept of comments, counted. */
  async function countKept() {
    const { rows } = await product.database.pool.query(`select
      (select count(*) from comment) comments, (select count(*) from comment_vote) votes,
      (select count(*) from comment_subscription) subscriptions, (select count(*) from comment_typing) present,
      (select sum(changes) from comment_channel) changes`);
    return rows[0] as object;
  }
  async function buildTalk(channelKey: string) {
    const postId = await write(crew, channelKey);
    const replyId = await answer(mate, postId);
    await isHere(mate, channelKey);
    return [postId, replyId] as const;
  }

  test('tells those who may not open it nothing, and takes nothing of them', async () => {
    const ids = await buildTalk('crew-talk');
    const before = await countKept();
    for (const stranger of [outsider, undefined]) {
      const answers = await tryAll(stranger, 'crew-talk', ...ids);
      expect(answers.map(({ status }) => status)).toEqual(
        [403, 403, 404, 403, 403, 403, 403, 404, 404, 404].slice(0, answers.length),
      );
      for (const { text } of answers) expect(text).not.toMatch(/Who rows|mem_|present|unread|count/);
    }
    expect(await countKept()).toEqual(before);
  });

  test('is like any other to those who may, and an open one to everybody', async () => {
    const [gated, open] = [await buildTalk('crew-talk'), await buildTalk('landing')];
    for (const answers of [
      await tryAll(crew, 'crew-talk', ...gated),
      await tryAll(outsider, 'landing', ...open),
      await tryAll(undefined, 'landing', ...open),
    ])
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect((await info(crew, 'crew-talk')).present.members.map(({ id }: { id: string }) => id)).toContain(
      mate.member.id,
    );
  });

  test('mails a member no replies any more who may not open it any more', async () => {
    const leaver = await product.buildMember({ headers, proved: true });
    const plan = { planId: 'pln_club_crew' };
    const told = async () =>
      (await product.mailsTo(leaver.email)).filter(({ kind }) => kind === 'comment-reply').length;
    await product.post('/member/plans/add', plan, { headers, token: leaver.token });
    await call(leaver, 'POST', '/comments/channels/manage-subscription', {
      channelKey: 'crew-talk',
      action: 'THREADS_ONLY',
    });
    const [first, second] = [await write(leaver, 'crew-talk'), await write(leaver, 'crew-talk')];
    await answer(mate, first);
    expect(await told()).toBe(1);
    await product.post('/member/plans/remove', plan, { headers, token: leaver.token });
    await answer(mate, second);
    expect(await told()).toBe(1);
    const own = await call(leaver, 'PATCH', `/comments/posts/${second}/update`, { content: 'Still mine' });
    expect([own.status, own.error.code]).toEqual([404, 'post-not-found']);
  });

  test('stays closed when the part it is in is not declared any more', async () => {
    const { db, sites } = product.services;
    const site = await sites.get('app_club');
    const asked = { memberId: crew.member.id, key: 'crew-talk' };
    expect(await isOpenChannel(db, { site, ...asked })).toBe(true);
    expect(await isOpenChannel(db, { site: { ...site, contentGroups: [] }, ...asked })).toBe(false);
  });
});

test("another member's change or deletion is refused and leaves every row as it was; the author's is not", async () => {
  const postId = await write(crew, newChannel());
  const replyId = await answer(crew, postId);
  const rows = async () =>
    (await product.database.pool.query('select * from comment where id in ($1, $2) order by id', [postId, replyId]))
      .rows;
  const tryOn = async (member: TestMember) => {
    const statuses = [];
    for (const path of [`/comments/threads/${replyId}`, `/comments/posts/${postId}`]) {
      statuses.push((await call(member, 'PATCH', `${path}/update`, { content: 'Mine now' })).status);
      statuses.push((await call(member, 'DELETE', path)).status);
    }
    return statuses;
  };
  const before = await rows();
  expect(before).toHaveLength(2);
  expect(await tryOn(mate)).toEqual([404, 404, 404, 404]);
  expect(await rows()).toEqual(before);
  expect(await tryOn(crew)).toEqual([200, 200, 200, 200]);
  expect(await rows()).toEqual([]);
});

test('HTML in a comment is text or one of a few harmless tags, also after a change', async () => {
  const [channelKey, hostile] = [newChannel(), '<img src=x onerror=alert(1)><b onclick="alert(1)">Bold</b>&lt;i&gt;'];
  const { data } = await call(crew, 'POST', '/comments/posts', { channelKey, content: 'Hello' });
  const changed = await call(crew, 'PATCH', `/comments/posts/${data.id}/update`, { content: hostile });
  expect(changed.data.content).toBe('<b>Bold</b>&lt;i&gt;');
  expect((await call(mate, 'GET', `/comments/posts?channelKey=${channelKey}`)).data.posts[0].content).toBe(
    '<b>Bold</b>&lt;i&gt;',
  );
});

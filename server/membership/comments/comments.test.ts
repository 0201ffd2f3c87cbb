import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { SiteDeclaration } from '../declaration/site-declaration.ts';
import { declareSite } from '../../testing/declare-site.ts';
import { startTestMembership, type TestMember, type TestMembership } from '../../testing/membership.ts';

let product: TestMembership;
/** Sign-ups are slow, so most tests reuse the same members, in turn. */
let people: TestMember[] = [];
let channels = 0;
let turns = 0;

/** A site that blocks words, with a field of each visibility. */
const forum = SiteDeclaration.parse({
  id: 'app_forum',
  publicKey: 'pk_sb_forum',
  name: 'Rowing Forum',
  mode: 'sandbox',
  origins: ['https://rowing.example'],
  fields: [
    { key: 'nickname', label: 'Nickname', visibility: 'PUBLIC' },
    { key: 'boat', label: 'Boat', visibility: 'MEMBERS' },
    { key: 'weight', label: 'Weight' },
  ],
  plans: [],
  contentGroups: [],
  passwordless: { enabled: true, isDefault: false },
  allowMemberSelfDelete: true,
  captchaRequired: false,
  comments: { enabled: true, blockedWords: ['barnacle'] },
  ssoSignupButtonUrl: null,
  isPaid: true,
  dictionary: {},
});
const headers = { 'x-api-key': 'pk_sb_forum' };

beforeAll(async () => {
  product = await startTestMembership();
  await declareSite(product.database.db, forum, product.services.keys);
  people = await Promise.all(Array.from({ length: 9 }, buildNewcomer));
});
afterEach(async () => void (await product.database.pool.query("delete from rate_limit where key like 'comment%'")));
afterAll(() => product.stop());

const newChannel = () => `regatta-${++channels}`;
const call = (member: TestMember | undefined, method: string, path: string, body?: unknown) =>
  product.call(method, path, { headers, ...(member && { token: member.token }), ...(body !== undefined && { body }) });
const buildNewcomer = () => product.buildMember({ headers });
const nextMember = () => people[turns++ % people.length]!;

async function buildPost(author: TestMember, channelKey = newChannel(), content = 'Who rows tomorrow?') {
  const { data } = await call(author, 'POST', '/comments/posts', { channelKey, content });
  return data as { id: string; internalOrder: string };
}

async function buildReply(author: TestMember, postId: string, content = 'I do.') {
  return (await call(author, 'POST', '/comments/threads', { postId, content })).data as { id: string };
}

async function buildModerator() {
  const moderator = await buildNewcomer();
  const grant = "update member set permissions = '{moderate-comments}' where id = $1";
  await product.database.pool.query(grant, [moderator.member.id]);
  return moderator;
}

const listPosts = async (channelKey: string, query = '', reader?: TestMember) =>
  (await call(reader, 'GET', `/comments/posts?channelKey=${channelKey}${query}`)).data;

describe('a post', () => {
  test('is written by a member and public to read', async () => {
    const [author, channelKey] = [nextMember(), newChannel()];
    await call(author, 'POST', '/member', { customFields: { nickname: 'Cox', boat: 'Heron', weight: '55' } });
    const answer = await call(author, 'POST', '/comments/posts', {
      channelKey,
      content: '<p>Who rows <b>tomorrow</b>?<script>alert(1)</script></p>',
      _url: 'https://rowing.example/regatta',
    });
    expect(answer.status).toBe(200);
    expect(answer.data).toEqual({
      id: expect.stringMatching(/^cmt_sb_[0-9a-z]{24}$/),
      internalOrder: '1',
      createdAt: expect.stringMatching(/^\d{4}-.*Z$/),
      updatedAt: answer.data.createdAt,
      content: '<p>Who rows <b>tomorrow</b>?</p>',
      member: { id: author.member.id, customFields: { nickname: 'Cox', boat: 'Heron' }, profileImage: null },
      _count: { Threads: 0, likedBy: 0, dislikedBy: 0 },
      activeMemberVote: 'NONE',
    });
    const read = await call(undefined, 'GET', `/comments/posts?channelKey=${channelKey}`);
    const publicMember = { ...answer.data.member, customFields: { nickname: 'Cox' } };
    expect(read.data).toEqual({ posts: [{ ...answer.data, member: publicMember }], totalCount: 1 });
    expect(read.headers['cache-control']).toBe('private, no-store');
    const stranger = await listPosts(channelKey, '', nextMember());
    expect(stranger.posts[0].member.customFields).toEqual({ nickname: 'Cox', boat: 'Heron' });
  });

  test('needs a log-in', async () => {
    const { status, error } = await call(undefined, 'POST', '/comments/posts', { channelKey: 'x', content: 'x' });
    expect([status, error.code]).toEqual([401, 'login-required']);
  });

  test('stays at its site', async () => {
    const [author, channelKey] = [nextMember(), newChannel()];
    const { id } = await buildPost(author, channelKey);
    const elsewhere = await product.buildMember();
    const read = await product.call('GET', `/comments/posts?channelKey=${channelKey}`);
    expect(read.data).toEqual({ posts: [], totalCount: 0 });
    const reply = { postId: id, content: 'Hello' };
    const answers = [
      await product.post('/comments/threads', reply, { token: elsewhere.token }),
      await product.call('GET', `/comments/threads?postId=${id}`),
      await product.post(`/comments/posts/${id}/vote`, { vote: 'UP' }, { token: elsewhere.token }),
      await product.call('DELETE', `/comments/posts/${id}`, { token: elsewhere.token }),
    ];
    for (const { status, error } of answers) expect([status, error.code]).toEqual([404, 'post-not-found']);
  });

  test.for<[string, Record<string, unknown>, string]>([
    ['a blocked word', { content: 'You old BARNACLE!' }, 'blocked-words'],
    ['a blocked word in pieces', { content: 'You old bar<b>nacle</b>' }, 'blocked-words'],
    ['nothing but script', { content: '<script>alert(1)</script>' }, 'required-field-missing'],
    ['nothing to read', { content: '<p> &nbsp;</p>' }, 'required-field-missing'],
    ['nothing', { content: '' }, 'required-field-missing'],
    ['5,001 characters', { content: 'x'.repeat(5_001) }, 'invalid-request'],
    ['a list as its text', { content: ['x'] }, 'invalid-request'],
    ['two words as its channel', { channelKey: 'two words' }, 'invalid-request'],
    ['a very long channel', { channelKey: 'x'.repeat(201) }, 'invalid-request'],
    ['an empty channel', { channelKey: '' }, 'invalid-request'],
    ['a number as its channel', { channelKey: 7 }, 'invalid-request'],
    ['a number as its page', { _url: 7 }, 'invalid-request'],
    ['an author', { memberId: 'mem_sb_other' }, 'invalid-request'],
  ])('is refused with %s', async ([, body, code]) => {
    const [author, channelKey] = [nextMember(), newChannel()];
    const answer = await call(author, 'POST', '/comments/posts', { channelKey, content: 'Hello', ...body });
    expect([answer.status, answer.error.code]).toEqual([400, code]);
    expect(await listPosts(channelKey)).toEqual({ posts: [], totalCount: 0 });
  });

  test('takes barnacles where they are not blocked', async () => {
    const { token } = await product.buildMember();
    const body = { channelKey: 'regatta', content: 'You old barnacle!' };
    expect((await product.post('/comments/posts', body, { token })).status).toBe(200);
  });

  test('is one of ten a minute, replies counted', async () => {
    const author = nextMember();
    const { id } = await buildPost(author);
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, count) =>
        count % 2 === 0
          ? call(author, 'POST', '/comments/posts', { channelKey: 'busy', content: 'x' })
          : call(author, 'POST', '/comments/threads', { postId: id, content: 'x' }),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(9);
    const late = answers.find(({ status }) => status === 429)!;
    expect(Number(late.headers['retry-after'])).toBeGreaterThan(0);
  });
});

describe('the author, or a moderator', () => {
  test('changes a post or a reply', async () => {
    const [author, moderator] = [nextMember(), await buildModerator()];
    const post = await buildPost(author);
    const reply = await buildReply(author, post.id);
    for (const [kind, id] of [
      ['posts', post.id],
      ['threads', reply.id],
    ] as const) {
      const own = await call(author, 'PATCH', `/comments/${kind}/${id}/update`, { content: '<i>Changed</i><img>' });
      expect([own.status, own.data.content]).toEqual([200, '<i>Changed</i>']);
      expect(own.data.updatedAt > own.data.createdAt).toBe(true);
      const other = await call(moderator, 'PATCH', `/comments/${kind}/${id}/update`, { content: 'Moderated' });
      expect([other.data.content, other.data.member.id]).toEqual(['Moderated', author.member.id]);
      const blocked = await call(author, 'PATCH', `/comments/${kind}/${id}/update`, { content: 'Barnacle' });
      expect(blocked.error.code).toBe('blocked-words');
    }
  });

  test('deletes it, and with a post its replies', async () => {
    const [author, moderator] = [nextMember(), await buildModerator()];
    const channelKey = newChannel();
    const post = await buildPost(author, channelKey);
    const reply = await buildReply(nextMember(), post.id);
    expect((await call(moderator, 'DELETE', `/comments/threads/${reply.id}`)).data).toEqual({ id: reply.id });
    const second = await buildReply(author, post.id);
    expect((await call(author, 'DELETE', `/comments/posts/${post.id}`)).status).toBe(200);
    expect(await listPosts(channelKey)).toEqual({ posts: [], totalCount: 0 });
    const gone = await call(author, 'PATCH', `/comments/threads/${second.id}/update`, { content: 'x' });
    expect(gone.error.code).toBe('thread-not-found');
    expect((await call(author, 'DELETE', `/comments/posts/${post.id}`)).status).toBe(404);
  });

  test('and no other member, who gets the same refusal as for an unknown one', async () => {
    const [author, stranger] = [nextMember(), nextMember()];
    const post = await buildPost(author);
    const reply = await buildReply(author, post.id);
    for (const [kind, id, missing] of [
      ['posts', post.id, 'cmt_sb_000000000000000000000000'],
      ['threads', reply.id, post.id],
      ['posts', reply.id, '__proto__'],
    ] as const) {
      const attempts = (target: string) => [
        call(stranger, 'PATCH', `/comments/${kind}/${target}/update`, { content: 'Mine now' }),
        call(stranger, 'DELETE', `/comments/${kind}/${target}`),
      ];
      const [forbidden, unknown] = [await Promise.all(attempts(id)), await Promise.all(attempts(missing))];
      expect(forbidden.map(({ status, json }) => [status, json])).toEqual(
        unknown.map(({ status, json }) => [status, json]),
      );
      expect(forbidden.map(({ status }) => status)).toEqual([404, 404]);
    }
    expect((await call(undefined, 'DELETE', `/comments/posts/${post.id}`)).status).toBe(401);
    const [kept] = (await call(undefined, 'GET', `/comments/threads?postId=${post.id}`)).data.threads;
    expect(kept.content).toBe('I do.');
  });
});

describe('votes', () => {
  test('are one for each member, and the last word counts', async () => {
    const [author, voter] = [nextMember(), nextMember()];
    const post = await buildPost(author);
    const reply = await buildReply(author, post.id);
    for (const path of [`/comments/posts/${post.id}/vote`, `/comments/threads/${reply.id}/vote`]) {
      const cast = async (vote: string) => (await call(voter, 'POST', path, { vote })).data;
      expect(await cast('UP')).toMatchObject({ _count: { likedBy: 1, dislikedBy: 0 }, activeMemberVote: 'UP' });
      expect(await cast('UP')).toMatchObject({ _count: { likedBy: 1, dislikedBy: 0 } });
      expect(await cast('DOWN')).toMatchObject({ _count: { likedBy: 0, dislikedBy: 1 }, activeMemberVote: 'DOWN' });
      expect(await cast('NONE')).toMatchObject({ _count: { likedBy: 0, dislikedBy: 0 }, activeMemberVote: 'NONE' });
      expect(await cast('NONE')).toMatchObject({ _count: { likedBy: 0, dislikedBy: 0 } });
      expect((await call(voter, 'POST', path, { vote: 'SIDEWAYS' })).status).toBe(400);
      expect((await call(undefined, 'POST', path, { vote: 'UP' })).status).toBe(401);
    }
  });

  test('are counted exactly in concurrent calls', async () => {
    const voters = people.slice(0, 8);
    const post = await buildPost(voters[0]!);
    const path = `/comments/posts/${post.id}/vote`;
    await Promise.all(
      voters.flatMap((voter) => ['DOWN', 'UP', 'UP'].map((vote) => call(voter, 'POST', path, { vote }))),
    );
    await Promise.all(voters.map((voter, count) => call(voter, 'POST', path, { vote: count < 5 ? 'UP' : 'DOWN' })));
    const { data } = await call(voters[7], 'POST', path, { vote: 'DOWN' });
    expect(data._count).toEqual({ Threads: 0, likedBy: 5, dislikedBy: 3 });
  });

  test('for a comment that is being deleted are refused (race)', async () => {
    const [author, ...voters] = people.slice(0, 6);
    const post = await buildPost(author!);
    const answers = await Promise.all([
      ...voters.map((voter) => call(voter, 'POST', `/comments/posts/${post.id}/vote`, { vote: 'UP' })),
      call(author, 'DELETE', `/comments/posts/${post.id}`),
      ...voters.map((voter) => call(voter, 'POST', `/comments/threads`, { postId: post.id, content: 'Late' })),
    ]);
    expect(answers.every(({ status }) => status === 200 || status === 404)).toBe(true);
    expect((await product.database.pool.query('select 1 from comment where post_id = $1', [post.id])).rows).toEqual([]);
  });
});

describe('a page of posts', () => {
  test('continues after its cursor, in either order', async () => {
    const [author, channelKey] = [nextMember(), newChannel()];
    for (let count = 1; count <= 7; count++) await buildPost(author, channelKey, `number ${count}`);
    const contents = async (query: string) => {
      const { posts, totalCount } = await listPosts(channelKey, query);
      expect(totalCount).toBe(7);
      return posts.map(({ content }: { content: string }) => Number(content.slice(7)));
    };
    expect(await contents('')).toEqual([7, 6, 5, 4, 3, 2, 1]);
    expect(await contents('&limit=3')).toEqual([7, 6, 5]);
    expect(await contents('&limit=3&after=5')).toEqual([4, 3, 2]);
    expect(await contents('&order=oldest&limit=3&after=2')).toEqual([3, 4, 5]);
    expect(await contents('&order=oldest&limit=100&after=7')).toEqual([]);
  });

  test('holds twenty unless asked for another number', async () => {
    const [author, channelKey] = [nextMember(), newChannel()];
    const post = await buildPost(author, channelKey);
    await product.database.pool.query(
      `insert into comment (id, channel_id, post_id, member_id, order_number, content)
       select 'cmt_sb_many_' || n, channel_id, id, member_id, n, 'x' from comment, generate_series(1, 130) n
       where id = $1`,
      [post.id],
    );
    const threads = async (query = '') =>
      (await call(undefined, 'GET', `/comments/threads?postId=${post.id}${query}`)).data.threads.length;
    expect([await threads(), await threads('&limit=500'), await threads('&limit=1&after=')]).toEqual([20, 100, 1]);
  });

  test.for(['limit=0', 'limit=1.5', 'limit=', 'limit=5&limit=6', 'after=x', 'after=-1', 'order=best'])(
    'refuses %s',
    async (query) => {
      expect((await call(undefined, 'GET', `/comments/posts?channelKey=a&${query}`)).status).toBe(400);
      expect((await call(undefined, 'GET', `/comments/threads?postId=a&${query}`)).status).toBe(400);
    },
  );

  test('neither skips nor repeats while others write', async () => {
    const writers = people.slice(0, 6);
    const channelKey = newChannel();
    const writing = Promise.all(
      writers.map(async (writer) => {
        for (let count = 0; count < 8; count++) await buildPost(writer, channelKey);
      }),
    );
    const state = { areDone: false };
    void writing.then(() => (state.areDone = true));
    const seen: string[] = [];
    // Polls with the cursor while others write, as a page does.
    for (let looks = 0; looks < 2; looks += state.areDone ? 1 : 0) {
      const after = seen.length === 0 ? '' : `&after=${seen.at(-1)}`;
      const { posts } = await listPosts(channelKey, `&order=oldest&limit=7${after}`);
      seen.push(...posts.map(({ internalOrder }: { internalOrder: string }) => internalOrder));
      if (posts.length === 7) looks = 0;
    }
    expect(seen).toEqual(Array.from({ length: 48 }, (_, count) => String(count + 1)));
  });
});

describe('a channel', () => {
  const info = async (reader: TestMember | undefined, channelKey: string) =>
    (await call(reader, 'GET', `/comments/channels/info?channelKey=${channelKey}`)).data;

  test('counts its posts and the other members who are typing', async () => {
    const [author, reader, channelKey] = [nextMember(), nextMember(), newChannel()];
    const quiet = { typing: 0, changes: 0, unread: 0, present: { count: 0, members: [] } };
    expect(await info(undefined, channelKey)).toEqual({ key: channelKey, postCount: 0, subscribed: false, ...quiet });
    await buildPost(author, channelKey);
    for (let count = 0; count < 2; count++)
      expect((await call(author, 'POST', '/comments/posts/typing', { channelKey })).status).toBe(200);
    expect([await info(reader, channelKey), await info(author, channelKey)]).toMatchObject([
      { typing: 1 },
      { typing: 0 },
    ]);
    await buildPost(author, channelKey);
    expect(await info(undefined, channelKey)).toMatchObject({ postCount: 2, typing: 0 });
    await call(author, 'POST', '/comments/posts/typing', { channelKey });
    await product.database.pool.query("update comment_typing set until = now() - interval '1 second'");
    expect(await info(reader, channelKey)).toMatchObject({ typing: 0 });
  });

  test('lets members alone say that they type or want mail', async () => {
    expect((await call(undefined, 'POST', '/comments/posts/typing', { channelKey: 'x' })).status).toBe(401);
    const wish = { channelKey: 'x', action: 'THREADS_ONLY' };
    expect((await call(undefined, 'POST', '/comments/channels/manage-subscription', wish)).status).toBe(401);
    const member = nextMember();
    const odd = { channelKey: 'x', action: 'EVERYTHING' };
    expect((await call(member, 'POST', '/comments/channels/manage-subscription', odd)).status).toBe(400);
  });

  test('is subscribed to and left again', async () => {
    const [member, channelKey] = [nextMember(), newChannel()];
    for (const [action, subscribed] of [
      ['THREADS_ONLY', true],
      ['THREADS_ONLY', true],
      ['NONE', false],
      ['NONE', false],
    ]) {
      await call(member, 'POST', '/comments/channels/manage-subscription', { channelKey, action });
      expect(await info(member, channelKey)).toMatchObject({ subscribed });
    }
  });
});

test('a deleted member’s posts, replies and votes are deleted', async () => {
  const [leaver, other, channelKey] = [await buildNewcomer(), nextMember(), newChannel()];
  const post = await buildPost(other, channelKey);
  await buildPost(leaver, channelKey);
  await buildReply(leaver, post.id);
  await call(leaver, 'POST', `/comments/posts/${post.id}/vote`, { vote: 'UP' });
  expect((await listPosts(channelKey)).posts[1]._count).toEqual({ Threads: 1, likedBy: 1, dislikedBy: 0 });
  await product.database.pool.query('delete from member where id = $1', [leaver.member.id]);
  const { posts, totalCount } = await listPosts(channelKey);
  expect([posts.length, totalCount, posts[0]._count]).toEqual([1, 1, { Threads: 0, likedBy: 0, dislikedBy: 0 }]);
});

test('a site that does not want comments has none, to read or to write', async () => {
  const own = { 'x-api-key': 'pk_sb_enrolment' };
  const { token } = await product.buildMember({ headers: own });
  const channelKey = newChannel();
  const answers = [
    await product.post('/comments/posts', { channelKey, content: 'Hello' }, { token, headers: own }),
    await product.post('/comments/posts/typing', { channelKey }, { token, headers: own }),
    await product.call('GET', `/comments/posts?channelKey=${channelKey}`, { headers: own }),
    await product.call('GET', `/comments/channels/info?channelKey=${channelKey}`, { headers: own }),
  ];
  expect(answers.map(({ status, error }) => [status, error?.message])).toEqual(
    answers.map(() => [403, 'This site has no comments.']),
  );
});

test('neither typing nor ending a subscription begins a channel', async () => {
  const [member, channelKey] = [nextMember(), newChannel()];
  await call(member, 'POST', '/comments/posts/typing', { channelKey });
  await call(member, 'POST', '/comments/channels/manage-subscription', { channelKey, action: 'NONE' });
  const { rows } = await product.database.pool.query('select 1 from comment_channel where key = $1', [channelKey]);
  expect(rows).toEqual([]);
});

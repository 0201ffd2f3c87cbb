import { randomBytes } from 'node:crypto';
import { expect, test } from './foreign-page.ts';
import { buildPerson } from './portal.ts';

/** Comments with the client that other people's pages have. */

const buildChannel = () => `workshop-${randomBytes(6).toString('hex')}`;

test('members write, answer, vote and change their minds; everybody reads', async ({ visitor, arrive }) => {
  const { client } = visitor;
  const channelKey = buildChannel();
  const id = await visitor.signsUp(buildPerson());
  await client.updateMember({ customFields: { 'first-name': 'Ana', phone: '021 555' } });
  expect((await client.getPosts({ channelKey })).data).toEqual({ posts: [], totalCount: 0 });
  const { data: post } = await client.createPost({
    channelKey,
    content: 'Which <b>saw</b> for oak?<script>alert(1)</script>',
  });
  expect(post).toMatchObject({
    content: 'Which <b>saw</b> for oak?',
    member: { id, customFields: { 'first-name': 'Ana' }, profileImage: null },
    _count: { Threads: 0, likedBy: 0, dislikedBy: 0 },
  });
  expect(post.member.customFields).not.toHaveProperty('phone');
  const postId = post.id;
  expect((await client.updatePost({ postId, content: 'Which saw?' })).data.content).toBe('Which saw?');

  const other = await arrive();
  expect((await other.client.getPosts({ channelKey })).data).toMatchObject({ posts: [{ id: postId }], totalCount: 1 });
  await expect(other.client.createPost({ channelKey, content: 'x' })).rejects.toMatchObject({ code: 'login-required' });
  await other.signsUp(buildPerson());
  const hidden = { code: 'post-not-found' };
  await expect(other.client.updatePost({ postId, content: 'x' })).rejects.toMatchObject(hidden);
  await expect(other.client.deletePost({ postId })).rejects.toMatchObject(hidden);
  await other.client.postVote({ postId, vote: 'UP' });
  await client.postVote({ postId, vote: 'DOWN' });

  const { data: thread } = await other.client.createThread({ postId, content: 'The small one.' });
  const threadId = thread.id;
  const changed = await other.client.updateThread({ threadId, content: 'The long one.' });
  expect(changed.data.content).toBe('The long one.');
  await client.threadVote({ threadId, vote: 'UP' });
  await client.threadVote({ threadId, vote: 'NONE' });
  expect((await client.getThreads({ postId, order: 'oldest', limit: 10 })).data).toMatchObject({
    threads: [{ id: threadId, content: 'The long one.', _count: { likedBy: 0 } }],
  });
  expect((await client.getPosts({ channelKey })).data.posts[0]!._count).toEqual({
    Threads: 1,
    likedBy: 1,
    dislikedBy: 1,
  });
  await other.client.deleteThread({ threadId });
  await client.deletePost({ postId });
  expect((await client.getPosts({ channelKey })).data.posts).toEqual([]);
});

test('pages go on where the last one ended', async ({ visitor }) => {
  const { client } = visitor;
  const channelKey = buildChannel();
  await visitor.signsUp(buildPerson());
  for (const content of ['one', 'two', 'three']) await client.createPost({ channelKey, content });
  const { posts } = (await client.getPosts({ channelKey, order: 'oldest', limit: 2 })).data;
  expect(posts.map(({ content }) => content)).toEqual(['one', 'two']);
  const after = posts.at(-1)!.internalOrder;
  const rest = (await client.getPosts({ channelKey, order: 'oldest', after })).data.posts;
  expect(rest.map(({ content }) => content)).toEqual(['three']);
});

test('a channel tells who writes, and mails of replies can be had', async ({ visitor, arrive }) => {
  const { client } = visitor;
  const channelKey = buildChannel();
  await visitor.signsUp(buildPerson());
  await client.createPost({ channelKey, content: 'Anybody there?' });
  const writer = await arrive();
  await writer.signsUp(buildPerson());
  await writer.client.postIsTyping({ channelKey });
  await client.subscribeToChannel({ channelKey, action: 'THREADS_ONLY' });
  expect(await client.getChannelInfo({ channelKey })).toMatchObject({
    data: { key: channelKey, postCount: 1, subscribed: true, typing: 1 },
  });
  await client.subscribeToChannel({ channelKey, action: 'NONE' });
  expect(await client.getChannelInfo({ channelKey })).toMatchObject({ data: { subscribed: false } });
});

import { afterAll, beforeAll, expect, test } from 'vitest';
import { transaction } from '../../platform/database/database.ts';
import { startTestMembership, type TestMembership } from '../../testing/membership.ts';
import { runJob } from '../../testing/workers.ts';
import { openChannel, takePostPlace } from './channels.store.ts';

const siteId = 'app_demo';

let product: TestMembership;
beforeAll(async () => {
  product = await startTestMembership();
});
afterAll(() => product.stop());

const sweep = () => runJob(product.membership.jobs(), 'forget-empty-channels');
const channels = async () =>
  (await product.database.pool.query('select key from comment_channel order by key')).rows.map(({ key }) => key);

test('a channel without posts and subscriptions is deleted, and no other', async () => {
  const { token } = await product.buildMember();
  const write = (channelKey: string) =>
    product.post('/comments/posts', { channelKey, content: 'Who rows tomorrow?' }, { token });
  const { data: post } = await write('left');
  await write('kept');
  const wish = { channelKey: 'heard', action: 'THREADS_ONLY' };
  expect((await product.post('/comments/channels/manage-subscription', wish, { token })).status).toBe(200);
  expect((await product.call('DELETE', `/comments/posts/${post.id}`, { token })).status).toBe(200);
  expect(await channels()).toEqual(['heard', 'kept', 'left']);
  await sweep();
  expect(await channels()).toEqual(['heard', 'kept']);
});

test('a channel with a post that is being committed stays (race)', async () => {
  const { db } = product.services;
  await openChannel(db, { siteId, key: 'begun' });
  await transaction(db, async (tx) => {
    await takePostPlace(tx, { siteId, key: 'begun' });
    await sweep();
  });
  expect(await channels()).toContain('begun');
  await sweep();
  expect(await channels()).not.toContain('begun');
});

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SiteDeclaration } from '../../declaration/site-declaration.ts';
import { newId } from '../../../platform/keys.ts';
import {
  admissionsOf,
  builderOf,
  owner,
  startTestConsole,
  type TestConsole,
  type TestStaff,
} from '../../../testing/console.ts';
import { declareSite } from '../../../testing/declare-site.ts';
import { buildArchive, buildLibrary } from '../../../testing/library-site.ts';
import { startTestMembership, type TestMember, type TestMembership } from '../../../testing/membership.ts';

let product: TestMembership;
let staffed: TestConsole;
let author: TestMember;
beforeAll(async () => {
  product = await startTestMembership();
  const { db } = product.database;
  const comments = { enabled: true, blockedWords: [] };
  await declareSite(db, SiteDeclaration.parse({ ...buildLibrary([]), comments }), product.services.keys);
  await declareSite(db, buildArchive(), product.services.keys);
  staffed = await startTestConsole(product.membership);
  author = await product.buildMember({ headers: ofLibrary });
});
afterAll(async () => {
  await staffed.close();
  await product.stop();
});

const library = 'app_library';
const ofLibrary = { 'x-api-key': 'pk_sb_library' };
const librarian = builderOf(library);

const write = async (content: string, channelKey = newId('c')): Promise<{ id: string; channelKey: string }> => {
  const { data } = await product.post(
    '/comments/posts',
    { channelKey, content },
    { token: author.token, headers: ofLibrary },
  );
  // A member writes ten comments in a minute at most.
  await product.database.pool.query(`delete from rate_limit where key like 'comment:%'`);
  return { id: data.id, channelKey };
};
const reply = async (postId: string, content: string): Promise<string> =>
  (await product.post('/comments/threads', { postId, content }, { token: author.token, headers: ofLibrary })).data.id;
const read = (channelKey: string) =>
  product.call('GET', `/comments/posts?channelKey=${channelKey}`, { headers: ofLibrary });
const list = (query = '', by = librarian, site = library) => staffed.ask(by, 'GET', `/sites/${site}/comments?${query}`);
const remove = (
  id: string,
  { by = librarian, site = library, reason }: { by?: TestStaff; site?: string; reason?: string } = {},
) => staffed.ask(by, 'POST', `/sites/${site}/comments/${id}/removal`, { reason });

describe('the list of comments', () => {
  test('shows posts and replies of all channels as text, with their authors and counts', async () => {
    const { id, channelKey } = await write('<p>Which <b>saw</b>?</p>');
    const replyId = await reply(id, 'The small one.');
    const { status, data, json } = await list(`channel=${channelKey}`);
    expect([status, json.count]).toEqual([200, { rows: 2, isExact: true }]);
    expect(data).toEqual([
      expect.objectContaining({ id: replyId, kind: 'reply', postId: id, text: 'The small one.', replies: 0 }),
      {
        id,
        kind: 'post',
        text: 'Which saw?',
        channel: channelKey,
        at: expect.stringMatching(/Z$/),
        isChanged: false,
        memberId: author.member.id,
        author: author.email,
        replies: 1,
        votes: { for: 0, against: 0 },
        page: null,
        postId: null,
      },
    ]);
    const counts = await Promise.all(['kind=post', 'kind=reply'].map((kind) => list(`channel=${channelKey}&${kind}`)));
    expect(counts.map(({ json: { count } }) => count.rows)).toEqual([1, 1]);
  });

  test('gives markup in a comment and in a name as text', async () => {
    await product.database.pool.query(
      `update member set custom_fields = '{"first-name": "<img src=x onerror=alert(1)>"}' where id = $1`,
      [author.member.id],
    );
    const { channelKey } = await write('1 &lt;script&gt;alert(1)&lt;/script&gt; <img src=x> 2');
    const { data } = await list(`channel=${channelKey}`);
    expect(data[0]).toMatchObject({
      text: '1 <script>alert(1)</script> 2',
      author: '<img src=x onerror=alert(1)>',
    });
    await product.database.pool.query(`update member set custom_fields = '{}' where id = $1`, [author.member.id]);
  });

  test.for([
    ['another site', builderOf('app_archive'), library],
    [
      'partners that have nothing to do with the site',
      { ...admissionsOf('northfield'), role: 'support' as const },
      library,
    ],
    ['a site that is not there', librarian, 'app_absent'],
  ] as const)('is not found by staff of %s', async ([, by, site]) => {
    const absent = await list('', librarian, 'app_absent');
    const { status, error } = await list('', by, site);
    expect([status, error]).toEqual([404, absent.error]);
  });

  test('is not for roles without the permission', async () => {
    const reader = { ...librarian, role: 'reader' as const };
    expect((await list('', reader)).error.code).toBe('access-denied');
    expect((await list('', { ...librarian, role: 'support' as const })).status).toBe(200);
  });
});

describe('a comment that staff remove', () => {
  test('is gone from the page with its replies, as a moderator removes it, and open pages learn of it', async () => {
    const { id, channelKey } = await write('Buy now');
    await reply(id, 'Me too');
    const info = () => product.call('GET', `/comments/channels/info?channelKey=${channelKey}`, { headers: ofLibrary });
    const before = (await info()).data.changes;
    const { status, data } = await remove(id, { reason: 'Spam' });
    expect([status, data]).toEqual([200, { id }]);
    expect((await read(channelKey)).data).toEqual({ posts: [], totalCount: 0 });
    expect((await info()).data.changes).toBeGreaterThan(before);
    expect((await list(`channel=${channelKey}`)).json.count.rows).toBe(0);
    const { rows } = await product.database.pool.query(
      'select actor, action, staff_id, site_id, note, reason from audit_entry where subject = $1',
      [id],
    );
    expect(rows).toEqual([
      {
        actor: 'Bela',
        action: 'comment.removed',
        staff_id: 'stf_bela',
        site_id: library,
        note: `of ${author.member.id} in ${channelKey}`,
        reason: 'Spam',
      },
    ]);
    expect((await remove(id)).error.code).toBe('post-not-found');
  });

  test('may be a reply, and its post stays', async () => {
    const { id, channelKey } = await write('Stays');
    const replyId = await reply(id, 'Goes');
    expect((await remove(replyId, { by: owner })).status).toBe(200);
    expect((await list(`channel=${channelKey}`)).data.map((row: { id: string }) => row.id)).toEqual([id]);
  });

  test('is theirs alone: of another site it is as if it were not there', async () => {
    const { id } = await write('Not yours');
    const archivist = builderOf('app_archive');
    const foreign = await remove(id, { by: archivist, site: 'app_archive' });
    const absent = await remove('cmt_absent', { by: archivist, site: 'app_archive' });
    expect([foreign.status, foreign.error]).toEqual([404, absent.error]);
    expect((await remove(id, { by: archivist })).status).toBe(404);
    // The negative control.
    expect((await remove(id)).status).toBe(200);
  });
});

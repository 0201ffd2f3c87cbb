import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildServer } from '../../testing/administration.ts';
import { startTestMembership, type TestMember, type TestMembership } from '../../testing/membership.ts';
import { replyMailsPerMember } from './comment-limits.ts';

let product: TestMembership;
let author: TestMember;
let other: TestMember;
let channels = 0;
beforeAll(async () => {
  product = await startTestMembership();
  [author, other] = [await product.buildMember({ proved: true }), await product.buildMember()];
});
afterAll(() => product.stop());

const newChannel = () => `workshop-${++channels}`;
const subscribe = ({ token }: TestMember, channelKey: string, action = 'THREADS_ONLY') =>
  product.post('/comments/channels/manage-subscription', { channelKey, action }, { token });
const isSubscribed = async ({ token }: TestMember, channelKey: string) =>
  (await product.call('GET', `/comments/channels/info?channelKey=${channelKey}`, { token })).data.subscribed as boolean;

async function buildPost({ token }: TestMember, channelKey: string, pageUrl = 'http://localhost:3000/saws?tab=1#new') {
  const body = { channelKey, content: '<p>Which <b>saw</b>?</p>', _url: pageUrl };
  return (await product.post('/comments/posts', body, { token })).data.id as string;
}
const reply = async ({ token }: TestMember, postId: string) => {
  await product.database.pool.query("delete from rate_limit where key like 'comment%'");
  await product.post('/comments/threads', { postId, content: 'The small one.' }, { token });
};
const notices = async ({ email }: TestMember) =>
  (await product.mailsTo(email)).filter(({ kind }) => kind === 'comment-reply');

async function buildNotice() {
  const channelKey = newChannel();
  await subscribe(author, channelKey);
  await reply(other, await buildPost(author, channelKey));
  const text = (await notices(author)).at(-1)!.text;
  return {
    channelKey,
    text,
    link: /http\S+\/comments\/unsubscribe\?token=\S+/.exec(text)![0].slice(product.appUrl.length),
  };
}

describe('the author of a post', () => {
  test('gets a mail about a reply, with the page it is on', async () => {
    const { text } = await buildNotice();
    expect(text).toContain('“Which saw?”');
    expect(text).toContain('Open the page: http://localhost:3000/saws\n');
  });

  test('hears nothing unless subscribed, of own replies, or at an address that is not proved', async () => {
    const [quiet, own, unproved] = [newChannel(), newChannel(), newChannel()];
    const before = (await notices(author)).length;
    await reply(other, await buildPost(author, quiet));
    await subscribe(author, own);
    await reply(author, await buildPost(author, own));
    await subscribe(other, unproved);
    await reply(author, await buildPost(other, unproved));
    expect([(await notices(author)).length, (await notices(other)).length]).toEqual([before, 0]);
  });

  test('gets one mail in ten minutes for a post, which counts all replies', async () => {
    const channelKey = newChannel();
    await subscribe(author, channelKey);
    const postId = await buildPost(author, channelKey);
    const before = (await notices(author)).length;
    await reply(other, postId);
    expect(await notices(author)).toHaveLength(before + 1);
    await Promise.all([reply(other, postId), reply(other, postId), reply(other, postId)]);
    expect(await notices(author)).toHaveLength(before + 1);
    // The delayed job runs too early and is queued again.
    await product.hurryMails();
    expect(await notices(author)).toHaveLength(before + 1);
    await product.database.pool.query("update comment set told_at = told_at - interval '11 minutes'");
    await product.hurryMails();
    const mails = await notices(author);
    expect(mails).toHaveLength(before + 2);
    expect(mails.at(-1)!.subject).toBe('Riverbend Makers: 3 replies to your comment');
    await product.hurryMails();
    expect(await notices(author)).toHaveLength(before + 2);
  });

  test('hears nothing once they are suspended, or their site has no comments any more', async () => {
    const { pool } = product.database;
    /** A member who has had one mail, and is to be told of a second reply. */
    const buildWaiting = async () => {
      const [channelKey, member] = [newChannel(), await product.buildMember({ proved: true })];
      await subscribe(member, channelKey);
      const postId = await buildPost(member, channelKey);
      await reply(other, postId);
      expect(await notices(member)).toHaveLength(1);
      await reply(other, postId);
      return member;
    };
    const siteServer = await buildServer(product, 'app_demo');
    const switchComments = async (enabled: boolean) => {
      const { data } = await siteServer.call('GET', '/admin/app');
      const comments = { ...data.comments, enabled };
      expect((await siteServer.call('PUT', '/admin/app', { ...data, comments })).status).toBe(200);
    };
    const letTell = async () => {
      await pool.query("update comment set told_at = told_at - interval '11 minutes'");
      await product.hurryMails();
    };
    const suspended = await buildWaiting();
    const suspend = "update member set suspended_at = now(), suspension_reason = 'Spam.' where id = $1";
    await pool.query(suspend, [suspended.member.id]);
    await letTell();
    expect(await notices(suspended)).toHaveLength(1);
    const silent = await buildWaiting();
    await switchComments(false);
    await letTell();
    expect(await notices(silent)).toHaveLength(1);
    await switchComments(true);
  });

  test('beyond the mails of an hour is told later', async () => {
    const channelKey = newChannel();
    await subscribe(author, channelKey);
    const postId = await buildPost(author, channelKey);
    const before = (await notices(author)).length;
    await product.database.pool.query("delete from rate_limit where key like 'comment%'");
    for (let mails = 0; mails < replyMailsPerMember.points; mails++)
      await product.services.limits.take(replyMailsPerMember, author.member.id);
    await product.post('/comments/threads', { postId, content: 'The small one.' }, { token: other.token });
    expect(await notices(author)).toHaveLength(before);
    await product.hurryMails();
    expect(await notices(author)).toHaveLength(before);
    await product.services.limits.reset([[replyMailsPerMember, author.member.id]]);
    await product.hurryMails();
    expect(await notices(author)).toHaveLength(before + 1);
  });

  test('is led to pages of the site alone', async () => {
    const channelKey = newChannel();
    await subscribe(author, channelKey);
    await reply(other, await buildPost(author, channelKey, 'https://elsewhere.example/saws'));
    expect((await notices(author)).at(-1)!.text).not.toContain('elsewhere');
  });
});

describe('the link that ends these mails', () => {
  const press = (link: string, headers: Record<string, string> = {}, body = 'List-Unsubscribe=One-Click') =>
    product.call('POST', link, {
      body,
      headers: { 'x-api-key': undefined, 'content-type': 'application/x-www-form-urlencoded', ...headers },
    });

  test('changes nothing by being opened, and works by a press', async () => {
    const { channelKey, link } = await buildNotice();
    const page = await product.call('GET', link, { headers: { 'x-api-key': undefined } });
    expect([page.status, page.text]).toEqual([200, expect.stringContaining('Stop these mails')]);
    expect(await isSubscribed(author, channelKey)).toBe(true);
    const action = /action="([^"]+)"/.exec(page.text)![1]!;
    expect((await press(action, { origin: product.appUrl })).status).toBe(200);
    expect(await isSubscribed(author, channelKey)).toBe(false);
    expect((await press(link)).status).toBe(200);
  });

  test("works by the mail program's own button", async () => {
    const { channelKey, link } = await buildNotice();
    const multipart = { 'content-type': 'multipart/form-data; boundary=x' };
    const body = '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n';
    expect((await press(link, multipart, body)).status).toBe(200);
    expect(await isSubscribed(author, channelKey)).toBe(false);
  });

  test('is for one member and one channel', async () => {
    const { channelKey, link } = await buildNotice();
    await subscribe(other, channelKey);
    const forged = [
      link.replace(author.member.id, other.member.id),
      `${link}x`,
      link.slice(0, -1),
      link.split('=')[0]!,
    ];
    for (const each of [...forged, '/comments/unsubscribe?token=a.b.c']) expect((await press(each)).status).toBe(400);
    expect([await isSubscribed(author, channelKey), await isSubscribed(other, channelKey)]).toEqual([true, true]);
  });
});

import { expect, test } from 'vitest';
import { all, create } from '../page/dom.ts';
import { arriveAsMember, find, logOutElsewhere, memberWith, refusal, siteWith } from '../testing/visit.ts';
import { showComments } from '../comments/comments.ts';

/** Words of the original page library, in whatever page has them. */

const said = (number: number, more: object = {}) => ({
  id: `post_${number}`,
  internalOrder: String(number),
  createdAt: '2026-03-02T10:00:00.000Z',
  updatedAt: '2026-03-02T10:00:00.000Z',
  content: `Number ${number}`,
  member: { id: 'mem_2', customFields: {}, profileImage: null },
  _count: { Threads: 0, likedBy: 4, dislikedBy: 1 },
  activeMemberVote: 'NONE',
  ...more,
});
const channelState = {
  changes: 1,
  postCount: 3,
  subscribed: false,
  typing: 0,
  unread: 0,
  present: { count: 0, members: [] },
};
const answers = {
  'GET /app': siteWith(),
  'GET /member': memberWith(),
  'GET /comments/posts': { posts: [3, 2, 1].map((number) => said(number)), totalCount: 3 },
  'GET /comments/threads': { threads: [] },
  'GET /comments/channels/info': { key: 'tools', ...channelState },
};
const texts = (selector: string) => all(document, selector).map(({ textContent }) => textContent.trim());

/** Comes to a page with this channel, and waits for its three posts. */
async function visit(channel: string, more: object = {}) {
  const visitor = arriveAsMember(`<div data-ms-channel="tools">${channel}</div>`, { ...answers, ...more });
  showComments([document], visitor.page, undefined);
  await expect.poll(() => texts('.words')).toHaveLength(3);
  return visitor;
}

test.each([
  ['without a value', '<p data-ms-post><i class="words" data-ms-post="content"></i></p>'],
  [
    'called item, in a container',
    '<ul data-ms-post="container"><li data-ms-post="item"><i class="words" data-ms-post-content></i></li></ul>',
  ],
  ['that is the container itself', '<div data-ms-post="container"><i class="words" data-ms-post="content"></i></div>'],
])('a template %s is copied for each post', async (_, channel) => {
  await visit(channel);
  expect(texts('.words')).toEqual(['Number 3', 'Number 2', 'Number 1']);
});

test('comments with "loadMoreAbove" run downwards to the newest', async () => {
  await visit(
    '<button data-ms-post="loadMoreAbove">Earlier</button><p data-ms-post="item"><i class="words" data-ms-post="content"></i></p>',
  );
  expect(texts('.words')).toEqual(['Number 1', 'Number 2', 'Number 3']);
  expect(find('button').dataset['msHidden']).toBe('');
});

test('parts are found by either name, and what the page wrote stays', async () => {
  await visit(`<article data-ms-post="item"><i class="words" data-ms-post="content"></i>
    <b class="likes" data-ms-post="likeCount"></b><b class="dislikes" data-ms-post="dislikeCount"></b>
    <time data-ms-post="date"></time><button class="gone" data-ms-post-delete></button></article>`);
  expect([texts('.likes'), texts('.dislikes')]).toEqual([
    ['4', '4', '4'],
    ['1', '1', '1'],
  ]);
  expect(find<HTMLTimeElement>('time').dateTime).toBe('2026-03-02T10:00:00.000Z');
  expect(find('.likes').dataset['msPost']).toBe('likeCount');
  expect(find('.gone').dataset).toMatchObject({ msPost: 'delete', msPostDelete: '', msHidden: '' });
});

test('a comment says that it has been edited only where it has', async () => {
  const edited = said(2, { updatedAt: '2026-03-02T10:00:01.000Z' });
  await visit(
    '<p data-ms-post="item"><i class="words" data-ms-post="content"></i><i class="mark" data-ms-post="is-edited"></i></p>',
    { 'GET /comments/posts': { posts: [said(3), edited, said(1)], totalCount: 3 } },
  );
  expect(all(document, '.mark').map(({ dataset }) => dataset['msHidden'])).toEqual(['', undefined, '']);
});

test('what this visitor may not see in a template is in its copies, to be asked about anew', async () => {
  const { page } = arriveAsMember(
    '<div data-ms-channel="tools"><p data-ms-post="item"><i class="words"></i></p></div>',
    answers,
  );
  const [hole, element] = [new Comment(''), create('u')];
  element.dataset['msContent'] = 'club';
  find('p').append(hole);
  (page.takenOut as Map<Comment, HTMLElement>).set(hole, element);
  showComments([document], page, undefined);
  await expect.poll(() => texts('u')).toHaveLength(3);
});

test.each([
  [refusal('access-denied'), '', 0],
  [refusal('service-unavailable'), undefined, 3],
])('a channel of which the service says %s later on is hidden: %s, with %s posts', async (info, hidden, count) => {
  const channel = '<div data-ms-channel="tools"><p data-ms-post="item"><i class="words"></i></p></div>';
  const { asked, page } = arriveAsMember(channel, { ...answers, 'GET /comments/channels/info': info });
  showComments([document], page, undefined);
  await expect.poll(() => asked.map(({ call }) => call)).toContain('GET /comments/channels/info');
  await expect.poll(() => texts('.words')).toHaveLength(count);
  expect(find('div').dataset['msHidden']).toBe(hidden);
});

test('who is there is told by the field a page names, and what was new to one session is not told to the next', async () => {
  const present = { count: 2, members: [{ id: 'mem_2', customFields: { name: 'Cox' }, profileImage: null }] };
  const state = { key: 'tools', ...channelState, unread: 3, present };
  const info = () => state;
  const { page } = await visit(
    `<p data-ms-post="item"><i class="words" data-ms-post="content"></i></p><u data-ms-channel-notifications></u>
    <b class="many" data-ms-channel-presence></b><b class="names" data-ms-channel-presence="name"></b>
    <b class="odd" data-ms-channel-presence="constructor"></b>`,
    { 'GET /comments/channels/info': info, 'POST /comments/posts/typing': {} },
  );
  await expect.poll(() => texts('.many,.names,.odd,u')).toEqual(['3', '2', 'Cox', '']);
  logOutElsewhere();
  Object.assign(state, { unread: 0, present: { count: 2, members: [] } });
  showComments([document], page, undefined);
  document.dispatchEvent(new Event('visibilitychange'));
  await expect.poll(() => texts('.many,.names,.odd')).toEqual(['2', '', '']);
  expect(find('u').dataset['msHidden']).toBe('');
});

test('a press among the replies is none of the button around them', async () => {
  await visit(`<article data-ms-post="item"><i class="words" data-ms-post="content"></i>
    <div class="opener" data-ms-post="showThreads"><b class="word">Replies</b>
    <div data-ms-thread="container"><p data-ms-thread="item"></p><em>End</em></div></div></article>`);
  const post = () => find('article').dataset['msOpen'];
  find('.word').click();
  await expect.poll(post).toBe('');
  find('em').click();
  await Promise.resolve();
  expect(post()).toBe('');
  find('.word').click();
  await expect.poll(post).toBeUndefined();
});

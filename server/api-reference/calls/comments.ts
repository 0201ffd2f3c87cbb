import type { Comment } from '../../../contract/comments.ts';
import { commentCalls } from '../../../contract/calls/comments.ts';
import { describeCalls } from '../call-note.ts';

const post: Comment = {
  id: 'cmt_sb_4h8d2k9s1w5x7t0c3p6v8n2b',
  internalOrder: '17',
  createdAt: '2026-11-20T09:12:44.000Z',
  updatedAt: '2026-11-20T09:12:44.000Z',
  content: '<p>Which <b>saw</b> for oak?</p>',
  member: { id: 'mem_sb_5k2r8w0c1x7t9y3p6v4n2b8m', customFields: { 'first-name': 'Frankie' }, profileImage: null },
  _count: { Threads: 1, likedBy: 2, dislikedBy: 0 },
  activeMemberVote: 'NONE',
};
const reply: Comment = {
  ...post,
  id: 'cmt_sb_9t3m6q1z8r4k7w2x5c0v3b6n',
  internalOrder: '1',
  content: 'The small one.',
  _count: { Threads: 0, likedBy: 0, dislikedBy: 0 },
};
const sent = { data: { success: true } };
const page =
  'Pages go by `internalOrder`: `after` names the last one seen, so that what is written meanwhile hides and repeats none. `order` is `newest` or `oldest`; `limit` is 1 to 100, 20 unless said.';

/** A post and a reply are changed alike. */
const changesOf = (word: 'post' | 'reply', shown: Comment) => {
  const params = { id: shown.id };
  return {
    update: {
      summary: `Change a ${word}`,
      about: 'Whoever wrote it, and members with the permission `moderate-comments`. To others it does not exist.',
      example: { params, body: { content: shown.content }, answer: { data: shown } },
    },
    vote: {
      summary: `Vote on a ${word}`,
      about: 'UP, DOWN, or NONE to take the vote back. One vote for each member; the last word counts.',
      example: {
        params,
        body: { vote: 'UP' },
        answer: { data: { ...shown, _count: { ...shown._count, likedBy: 3 }, activeMemberVote: 'UP' } },
      },
    },
    remove: {
      summary: `Delete a ${word}`,
      about: word === 'post' ? 'Its replies go with it.' : 'As for a post.',
      example: { params, answer: { data: params } },
    },
  };
};
const postChanges = changesOf('post', post);
const replyChanges = changesOf('reply', reply);

export const commentReference = describeCalls(commentCalls, {
  title: 'Comments',
  about:
    'Posts in channels and replies to them, which the protocol calls threads. Everybody reads, members write. Text is markup of a few tags; the service cleans it. Of an author only public fields are shown, and to members those for members.',
  notes: {
    'GET /comments/posts': {
      summary: 'Read the posts of a channel',
      about: `A channel nobody has written in has none. ${page}`,
      example: { query: { channelKey: 'workshop', limit: '20' }, answer: { data: { posts: [post], totalCount: 1 } } },
    },
    'POST /comments/posts': {
      summary: 'Write a post',
      about: 'The first one makes the channel. The page in `_url` is kept if it is one of the site’s.',
      example: { body: { channelKey: 'workshop', content: post.content }, answer: { data: post } },
    },
    'PATCH /comments/posts/:id/update': postChanges.update,
    'POST /comments/posts/:id/vote': postChanges.vote,
    'DELETE /comments/posts/:id': postChanges.remove,
    'GET /comments/threads': {
      summary: 'Read the replies to a post',
      about: page,
      example: { query: { postId: post.id, order: 'oldest' }, answer: { data: { threads: [reply] } } },
    },
    'POST /comments/threads': {
      summary: 'Reply to a post',
      about: 'The author of the post gets a mail where they asked for it, one in ten minutes at most.',
      example: { body: { postId: post.id, content: reply.content }, answer: { data: reply } },
    },
    'PATCH /comments/threads/:id/update': replyChanges.update,
    'POST /comments/threads/:id/vote': replyChanges.vote,
    'DELETE /comments/threads/:id': replyChanges.remove,
    'POST /comments/posts/typing': {
      summary: 'Say that one is typing',
      about: 'Good for ten seconds.',
      example: { body: { channelKey: 'workshop' }, answer: sent },
    },
    'GET /comments/channels/info': {
      summary: 'Read about a channel',
      about: '`typing` counts others.',
      example: {
        query: { channelKey: 'workshop' },
        answer: { data: { key: 'workshop', postCount: 17, subscribed: false, typing: 1 } },
      },
    },
    'POST /comments/channels/manage-subscription': {
      summary: 'Begin or end mails about replies',
      about:
        'THREADS_ONLY tells of replies to one’s own posts in the channel; NONE ends it, as the link in each mail does.',
      example: { body: { channelKey: 'workshop', action: 'THREADS_ONLY' }, answer: sent },
    },
    'GET /comments/unsubscribe': {
      summary: 'Open the link that ends mails about replies',
      about: 'A page with a button; opening it changes nothing.',
      example: { query: { token: 'mem_sb_5k2r….12.Qm3…' }, answer: 'The page.' },
    },
    'POST /comments/unsubscribe': {
      summary: 'End mails about replies',
      about: 'The one-click request of RFC 8058, which mail programs send.',
      example: { query: { token: 'mem_sb_5k2r….12.Qm3…' }, answer: 'A page that says so.' },
    },
  },
});

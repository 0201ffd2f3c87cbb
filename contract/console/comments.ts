import * as z from 'zod/mini';
import { defineCalls, writesPerStaff, type ConsoleSubject, type StaffMay } from '../call.ts';
import { limits } from '../limits.ts';
import { defineList, listAnswer, listQuery } from './list.ts';

/** Posts and replies in all channels of a site. */
export const commentList = defineList({
  columns: {
    text: { label: 'Comment', holds: 'text' },
    author: { label: 'Author', holds: 'text', filter: ['is'] },
    channel: { label: 'Channel', holds: 'text', filter: ['is', 'begins'] },
    kind: { label: 'Kind', holds: 'choice', values: ['post', 'reply'], filter: ['is'] },
    at: { label: 'Written', holds: 'time', filter: ['from', 'until'], sort: true },
    replies: { label: 'Replies', holds: 'text' },
    votes: { label: 'Votes', holds: 'text', hidden: true },
    page: { label: 'Page', holds: 'text', hidden: true },
  },
  order: '-at',
});

const Row = z.object({
  id: z.string(),
  kind: z.enum(commentList.columns.kind.values),
  /** Plain text, which may look like markup: never to be set as such. */
  text: z.string(),
  channel: z.string(),
  /** ISO */
  at: z.string(),
  /** Whether it was changed since. */
  isChanged: z.boolean(),
  memberId: z.string(),
  /** The author's name; their address where no field tells. */
  author: z.string(),
  /** Replies to a post. They go with it. */
  replies: z.number(),
  votes: z.object({ for: z.number(), against: z.number() }),
  /** The page it was written on. */
  page: z.nullable(z.string()),
  /** The post that a reply belongs to. */
  postId: z.nullable(z.string()),
});
export type CommentRow = z.infer<typeof Row>;

const id = z.string().check(z.maxLength(100));
const may = { permission: 'moderate-comments', within: 'site' } as const satisfies StaffMay;
const row: CommentRow = {
  id: 'cmt_sb_4h8d2k9s1w5x7t0c3p6v8n2b',
  kind: 'post',
  text: 'Which saw for oak?',
  channel: 'workshop',
  at: '2026-11-20T09:12:44.000Z',
  isChanged: false,
  memberId: 'mem_sb_5k2r8w0c1x7t9y3p6v4n2b8m',
  author: 'Frankie Doe',
  replies: 1,
  votes: { for: 2, against: 0 },
  page: 'https://riverbend.example/workshop',
  postId: null,
};
const params = { siteId: 'app_demo', commentId: row.id };

/** Comments as those who moderate them see them. */
export const commentConsoleCalls = defineCalls({
  'GET /console/api/sites/:siteId/comments': {
    summary: 'List the comments of a site',
    about: 'Of all channels, those in content groups included. Authors are those in scope.',
    caller: 'staff',
    may,
    params: z.object({ siteId: id }),
    query: listQuery(commentList),
    answer: listAnswer(Row),
    refusals: ['not-found'],
    example: {
      params: { siteId: 'app_demo' },
      query: { channel: 'workshop' },
      answer: {
        data: [row],
        endCursor: 'WyItYXQiLCI0MSIsIjQxIl0',
        hasNextPage: false,
        count: { rows: 1, isExact: true },
      },
    },
  },
  'POST /console/api/sites/:siteId/comments/:commentId/removal': {
    summary: 'Remove a comment',
    about: 'As a moderator does in the page: a post goes with its replies, and it cannot be undone.',
    caller: 'staff',
    may,
    params: z.object({ siteId: id, commentId: id }),
    body: z.strictObject({ reason: z.optional(z.string().check(z.maxLength(limits.reasonMaxLength))) }),
    answer: z.object({ data: z.object({ id: z.string() }) }),
    refusals: ['not-found', 'post-not-found'],
    limits: [writesPerStaff],
    example: { params, body: { reason: 'Spam' }, answer: { data: { id: row.id } } },
  },
});

/** What is said of them. */
export const commentConsoleSubject: ConsoleSubject = {
  title: 'Comments',
  about: 'Posts and replies of members, and their moderation by the rule of the page’s own moderators.',
  calls: commentConsoleCalls,
};

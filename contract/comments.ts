import * as z from 'zod/mini';
import { filledIn, missing } from './filled-in.ts';
import { limits } from './limits.ts';

/** Comments of members under a site's pages. Field names are the protocol's; a reply to a post is a thread there. */

/** Names one place for comments, a page's slug say. It begins with the first post. */
export const ChannelKey = z
  .string()
  .check(z.regex(/^[\p{L}\p{N}._~:@/+-]+$/u), z.maxLength(limits.channelKeyMaxLength));

/** Markup; cleaned on the server. */
const Content = filledIn().check(z.minLength(1, missing), z.maxLength(limits.commentMaxLength));

const Page = {
  /** `internalOrder` of the last item seen. */
  after: z.optional(
    z.pipe(
      z.string().check(z.regex(/^\d{0,18}$/)),
      z.transform((text: string) => text || undefined),
    ),
  ),
  order: z._default(z.enum(['newest', 'oldest']), 'newest'),
  /** A larger number is clamped to the most. */
  limit: z._default(
    z.pipe(
      z.string().check(z.regex(/^[1-9]\d{0,8}$/)),
      z.transform((text: string) => Math.min(Number(text), limits.commentsPerPageMost)),
    ),
    limits.commentsPerPage,
  ),
};
export const PostsQuery = z.object({ channelKey: ChannelKey, ...Page });
export const ThreadsQuery = z.object({ postId: z.string(), ...Page });
export const CommentParams = z.object({ id: z.string() });
/** The link in a mail about replies. */
export const UnsubscribeQuery = z.object({ token: z.string().check(z.maxLength(200)) });
export const ChannelQuery = z.object({ channelKey: ChannelKey });

export const CreatePostRequest = z.strictObject({
  channelKey: ChannelKey,
  content: Content,
  /** The page it is written on; kept if it is one of the site's. */
  _url: z.optional(z.nullable(z.string())),
});
export const CreateThreadRequest = z.strictObject({ postId: z.string(), content: Content });
export const UpdateCommentRequest = z.strictObject({ content: Content });
export const VoteRequest = z.strictObject({ vote: z.enum(['UP', 'DOWN', 'NONE']) });
export const TypingRequest = z.strictObject({
  channelKey: ChannelKey,
  /** False of a member who looks at the channel and writes nothing: they are there, and have seen what is new. */
  isTyping: z._default(z.boolean(), true),
});
export const SubscriptionRequest = z.strictObject({
  channelKey: ChannelKey,
  /** With THREADS_ONLY a mail tells of replies to one's own posts in the channel. */
  action: z.enum(['NONE', 'THREADS_ONLY']),
});

/** Of a member, what others see beside their comments. */
const Byline = z.object({
  id: z.string(),
  /** Only fields that the reader may see. */
  customFields: z.record(z.string(), z.string()),
  profileImage: z.nullable(z.string()),
});

/** A post, or a reply to one. */
export const Comment = z.object({
  id: z.string(),
  internalOrder: z.string(),
  createdAt: z.string(),
  updatedAt: z.string(),
  /** Safe markup. */
  content: z.string(),
  member: Byline,
  _count: z.object({ Threads: z.number(), likedBy: z.number(), dislikedBy: z.number() }),
  /** How the reader has voted. */
  activeMemberVote: z.enum(['UP', 'DOWN', 'NONE']),
});
export type Comment = z.infer<typeof Comment>;

export const CommentAnswer = z.object({ data: Comment });
export const PostsAnswer = z.object({ data: z.object({ posts: z.array(Comment), totalCount: z.number() }) });
export const ThreadsAnswer = z.object({ data: z.object({ threads: z.array(Comment) }) });
export const CommentDeletedAnswer = z.object({ data: z.object({ id: z.string() }) });
export const ChannelAnswer = z.object({
  data: z.object({
    key: z.string(),
    postCount: z.number(),
    /** Whether the reader gets mail of replies. */
    subscribed: z.boolean(),
    /** How many others are writing at the moment. */
    typing: z.number(),
    /** Grows with everything that is written, changed, deleted or voted: another number says to read again. */
    changes: z.number(),
    /** Comments of others since the reader, who gets mail of replies, has last seen the channel; 0 for others. */
    unread: z.number(),
    /** Members who are looking at the channel, the reader among them; who they are is told to members alone. */
    present: z.object({ count: z.number(), members: z.array(Byline) }),
  }),
});
export type Channel = z.infer<typeof ChannelAnswer>['data'];

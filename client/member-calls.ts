import type { MembershipCalls } from '../contract/membership-calls.ts';
import { bound } from './tab-context.ts';
import type { Signup, SignInOptions } from './account-calls.ts';
import type { Send } from './request.ts';
import { securityCalls } from './security-calls.ts';

export interface Page {
  /** `internalOrder` of the last one seen. */
  after?: string;
  order?: 'newest' | 'oldest';
  limit?: number;
}

/** The calls besides those in `account-calls.ts` that a site's pages make. Answers and refusals as there. */
export function memberCalls(send: Send<MembershipCalls>) {
  return {
    /** Sends a six-digit code, good in this tab alone, to an address that has an account; answers the same where it has none. */
    sendMemberLoginPasswordlessEmail: (body: { email: string }) =>
      send('POST /auth/passwordless/login/send', bound(body)),

    /** Sends a six-digit code to sign up with, good in this tab alone; answers the same to an address that has an account. */
    sendMemberSignupPasswordlessEmail: (body: { email: string }) =>
      send('POST /auth/passwordless/signup/send', bound(body)),

    /** Signs in with the mailed code. */
    loginMemberPasswordless: (
      proof: { email: string; passwordlessToken: string; inviteToken?: string },
      options?: SignInOptions,
    ) => send('POST /auth/passwordless/login', bound({ ...proof, options })),

    /** Makes an account with the mailed code. */
    signupMemberPasswordless: (
      signup: Omit<Signup, 'password'> & { passwordlessToken: string },
      options?: SignInOptions,
    ) => send('POST /auth/signup', bound({ ...signup, options }), { isPasswordless: 'true' }),

    /** Asks for the mail that proves the address. */
    sendMemberVerificationEmail: () => send('POST /auth/send-email-verification', {}),

    /** Sets the picture, or takes it away with null. */
    updateMemberProfileImage({ profileImage }: { profileImage: File | null }) {
      if (!profileImage) return this.deleteMemberProfileImage();
      const form = new FormData();
      form.set('profileImage', profileImage);
      return send('POST /member/profile-image', form);
    },
    /** Takes the picture away. */
    deleteMemberProfileImage: () => send('DELETE /member/profile-image'),

    /** Deletes the account for good, where the site allows it. */
    deleteMember: () => send('DELETE /member'),

    /** The JSON document that the site's pages keep for this member; null for none. */
    getMemberJSON: () => send('GET /member/json'),
    /** Replaces the JSON document. */
    updateMemberJSON: (body: { json: unknown }) => send('POST /member/json', body),

    /** Takes a free plan. */
    addPlan: (body: { planId: string }) => send('POST /member/plans/add', body),
    /** Gives a free plan up. */
    removePlan: (body: { planId: string }) => send('POST /member/plans/remove', body),

    /** Joins the team whose owner sent the link. */
    joinTeam: (body: { inviteToken: string }) => send('POST /member/team/join', body),
    /** For the team's owner. */
    getTeam: (team: { teamId: string }) => send('GET /member/team/:teamId', undefined, team),
    /** The owner may remove any member; other members only themselves. */
    removeMemberFromTeam: (body: { teamId: string; memberId: string }) => send('POST /member/team/remove-member', body),
    /** Voids the link there was. */
    generateInviteToken: (body: { teamId: string }) => send('POST /member/team/generate-invite-link', body),

    /** Members-only content, by its key. */
    getSecureContent: (body: { contentId: string }) => send('POST /secure-content', body),

    ...securityCalls(send),
    ...commentCalls(send),
  };
}

/** Comments under a page. A reply is a thread. Their markup is safe: the service has cleaned it. */
function commentCalls(send: Send<MembershipCalls>) {
  return {
    /** Posts of a channel, with how many there are in all. Public, unless the channel is closed. */
    getPosts: (query: { channelKey: string } & Page) => send('GET /comments/posts', undefined, query),
    /** Writes a post; a channel begins with its first. */
    createPost: (body: { channelKey: string; content: string }) =>
      send('POST /comments/posts', { ...body, _url: location.href }),
    /** Rewrites a post of the member's own; a moderator may rewrite every post. */
    updatePost: ({ postId: id, ...body }: { postId: string; content: string }) =>
      send('PATCH /comments/posts/:id/update', body, { id }),
    /** Votes for or against a post, or takes the vote back with NONE. */
    postVote: ({ postId: id, ...body }: { postId: string; vote: 'UP' | 'DOWN' | 'NONE' }) =>
      send('POST /comments/posts/:id/vote', body, { id }),
    /** Deletes a post of the member's own with its replies; a moderator may delete every post. */
    deletePost: ({ postId }: { postId: string }) => send('DELETE /comments/posts/:id', undefined, { id: postId }),
    /** The replies to a post. */
    getThreads: (query: { postId: string } & Page) => send('GET /comments/threads', undefined, query),
    /** Replies to a post. */
    createThread: (body: { postId: string; content: string }) => send('POST /comments/threads', body),
    /** Rewrites a reply, as `updatePost` does a post. */
    updateThread: ({ threadId: id, ...body }: { threadId: string; content: string }) =>
      send('PATCH /comments/threads/:id/update', body, { id }),
    /** Votes on a reply. */
    threadVote: ({ threadId: id, ...body }: { threadId: string; vote: 'UP' | 'DOWN' | 'NONE' }) =>
      send('POST /comments/threads/:id/vote', body, { id }),
    /** Deletes a reply. */
    deleteThread: ({ threadId }: { threadId: string }) =>
      send('DELETE /comments/threads/:id', undefined, { id: threadId }),
    /** Says that the member is writing or, with `isTyping: false`, that they are there, so that others can be told. */
    postIsTyping: (body: { channelKey: string; isTyping?: boolean }) => send('POST /comments/posts/typing', body),
    /** How many posts a channel has, who is there or writing, what is new, and whether the member gets mail of replies. */
    getChannelInfo: (query: { channelKey: string }) => send('GET /comments/channels/info', undefined, query),
    /** Mail of replies to the member's own posts in a channel, or none. */
    subscribeToChannel: (body: { channelKey: string; action: 'NONE' | 'THREADS_ONLY' }) =>
      send('POST /comments/channels/manage-subscription', body),
  };
}

import type { Comment, Channel } from '../contract/comments.ts';
import type { Member } from '../contract/members.ts';
import type { App } from '../contract/site.ts';
import type { Auth } from '../contract/sign-in.ts';
import type { Team } from '../contract/teams.ts';
import type { Signup, SignInOptions } from './account-calls.ts';
import type { Answer, MailAnswer, Send } from './request.ts';

type MailSuccess = MailAnswer<{ success: true }>;

export interface Page {
  /** `internalOrder` of the last one seen. */
  after?: string;
  order?: 'newest' | 'oldest';
  limit?: number;
}

/** The rest of what a member's page asks the service for. Answers and refusals as in `accountCalls`. */
export function memberCalls(send: Send) {
  return {
    /** Sends a six-digit code to an address that has an account; answers the same where it has none. */
    sendMemberLoginPasswordlessEmail: (body: { email: string }) =>
      send<MailSuccess>('POST', '/auth/passwordless/login/send', body),

    /** Sends a six-digit code to sign up with; answers the same to an address that has an account. */
    sendMemberSignupPasswordlessEmail: (body: { email: string }) =>
      send<MailSuccess>('POST', '/auth/passwordless/signup/send', body),

    /** Signs in with the mailed code. @throws RequestError `invalid-passwordless-login-code` */
    loginMemberPasswordless: (
      proof: { email: string; passwordlessToken: string; inviteToken?: string },
      options?: SignInOptions,
    ) => send<Answer<Auth>>('POST', '/auth/passwordless/login', { ...proof, ...(options && { options }) }),

    /** Makes an account with the mailed code. @throws RequestError `invalid-passwordless-login-code` */
    signupMemberPasswordless: (
      signup: Omit<Signup, 'password'> & { passwordlessToken: string },
      options?: SignInOptions,
    ) => send<Answer<Auth>>('POST', '/auth/signup?isPasswordless=true', { ...signup, ...(options && { options }) }),

    /** Changes the address, or the password with the old one beside it. @throws RequestError `invalid-password` */
    updateMemberAuth: (change: { email?: string; oldPassword?: string; newPassword?: string }) =>
      send<Answer<Member>>('POST', '/member-auth', change),

    /** Gives a first password to an account that has none. @throws RequestError `password-already-set` */
    setPassword: (body: { password: string }) => send<Answer<Member>>('POST', '/member/set-password', body),

    /** Asks for the mail that proves the address. */
    sendMemberVerificationEmail: () => send<MailSuccess>('POST', '/auth/send-email-verification', {}),

    /** Sets the picture, or takes it away with null. @throws RequestError `invalid-file-type`, `file-size-too-large` */
    updateMemberProfileImage({ profileImage }: { profileImage: File | null }) {
      if (!profileImage) return this.deleteMemberProfileImage();
      const form = new FormData();
      form.set('profileImage', profileImage);
      return send<Answer<{ profileImage: string | null }>>('POST', '/member/profile-image', form);
    },
    /** Takes the picture away. */
    deleteMemberProfileImage: () => send<Answer<{ profileImage: string | null }>>('DELETE', '/member/profile-image'),

    /** Deletes the account for good, where the site allows it. */
    deleteMember: () => send<Answer<{ id: string }>>('DELETE', '/member'),

    /** What the site's pages keep for this member; null for nothing. */
    getMemberJSON: () => send<Answer<unknown>>('GET', '/member/json'),
    /** Replaces all of it. */
    updateMemberJSON: (body: { json: unknown }) => send<Answer<unknown>>('POST', '/member/json', body),

    /** Takes a free plan. @throws RequestError `plan-not-free`, `already-have-plan`, `plan-member-limit-reached` */
    addPlan: (body: { planId: string }) =>
      send<Answer<{ member: Member; redirect: string; app: App }>>('POST', '/member/plans/add', body),
    /** Gives a free plan up. @throws RequestError `plan-not-free` */
    removePlan: (body: { planId: string }) => send<Answer<{ member: Member }>>('POST', '/member/plans/remove', body),

    /** Joins the team whose owner sent the link. @throws RequestError `invalid-invite`, `team-full` */
    joinTeam: (body: { inviteToken: string }) => send<Answer<unknown>>('POST', '/member/team/join', body),
    /** For the team's owner. @throws RequestError `team-not-found` */
    getTeam: ({ teamId }: { teamId: string }) =>
      send<Answer<Team>>('GET', `/member/team/${encodeURIComponent(teamId)}`),
    /** The owner removes anybody, a member themself. */
    removeMemberFromTeam: (body: { teamId: string; memberId: string }) =>
      send<Answer<unknown>>('POST', '/member/team/remove-member', body),
    /** Voids the link there was. */
    generateInviteToken: (body: { teamId: string }) =>
      send<Answer<{ inviteToken: string }>>('POST', '/member/team/generate-invite-link', body),

    /** What the service keeps for members only, by its key. @throws RequestError `access-denied`, `login-required` */
    getSecureContent: (body: { contentId: string }) =>
      send<Answer<{ content: string; type: string }>>('POST', '/secure-content', body),

    ...commentCalls(send),
  };
}

/** Comments under a page. A reply is a thread. Their markup is safe: the service has cleaned it. */
function commentCalls(send: Send) {
  const one = (kind: 'posts' | 'threads', id: string) => `/comments/${kind}/${encodeURIComponent(id)}`;
  return {
    /** Posts of a channel, with how many there are in all. Anybody may read, unless the channel is closed. */
    getPosts: (query: { channelKey: string } & Page) =>
      send<Answer<{ posts: Comment[]; totalCount: number }>>('GET', withQuery('/comments/posts', query)),
    /** Writes a post; a channel begins with its first. @throws RequestError `login-required` */
    createPost: (body: { channelKey: string; content: string }) =>
      send<Answer<Comment>>('POST', '/comments/posts', { ...body, _url: location.href }),
    /** Rewrites a post of the member's own, or anybody's for a moderator. */
    updatePost: ({ postId, content }: { postId: string; content: string }) =>
      send<Answer<Comment>>('PATCH', `${one('posts', postId)}/update`, { content }),
    /** Votes for or against a post, or takes the vote back with NONE. */
    postVote: ({ postId, vote }: { postId: string; vote: 'UP' | 'DOWN' | 'NONE' }) =>
      send<Answer<Comment>>('POST', `${one('posts', postId)}/vote`, { vote }),
    /** Deletes a post of the member's own, or anybody's for a moderator; its replies go with it. */
    deletePost: ({ postId }: { postId: string }) => send<Answer<unknown>>('DELETE', one('posts', postId)),
    /** The replies to a post. */
    getThreads: (query: { postId: string } & Page) =>
      send<Answer<{ threads: Comment[] }>>('GET', withQuery('/comments/threads', query)),
    /** Replies to a post. @throws RequestError `login-required` */
    createThread: (body: { postId: string; content: string }) =>
      send<Answer<Comment>>('POST', '/comments/threads', body),
    /** Rewrites a reply, as `updatePost` does a post. */
    updateThread: ({ threadId, content }: { threadId: string; content: string }) =>
      send<Answer<Comment>>('PATCH', `${one('threads', threadId)}/update`, { content }),
    /** Votes on a reply. */
    threadVote: ({ threadId, vote }: { threadId: string; vote: 'UP' | 'DOWN' | 'NONE' }) =>
      send<Answer<Comment>>('POST', `${one('threads', threadId)}/vote`, { vote }),
    /** Deletes a reply. */
    deleteThread: ({ threadId }: { threadId: string }) => send<Answer<unknown>>('DELETE', one('threads', threadId)),
    /** Says that the member is writing, so that others can be told. */
    postIsTyping: (body: { channelKey: string }) => send<Answer<unknown>>('POST', '/comments/posts/typing', body),
    /** How many posts a channel has, who is writing, and whether the member gets mail of replies. */
    getChannelInfo: (query: { channelKey: string }) =>
      send<Answer<Channel>>('GET', withQuery('/comments/channels/info', query)),
    /** Mail of replies to the member's own posts in a channel, or none. */
    subscribeToChannel: (body: { channelKey: string; action: 'NONE' | 'THREADS_ONLY' }) =>
      send<Answer<unknown>>('POST', '/comments/channels/manage-subscription', body),
  };
}

const withQuery = (path: string, query: object): string =>
  `${path}?${new URLSearchParams(
    Object.entries(query)
      .filter(([, value]) => value != null)
      .map(([key, value]) => [key, String(value)]),
  )}`;

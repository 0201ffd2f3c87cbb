/**
 * Every attribute of a page that the widget knows, without its `data-ms-`. Only the type of these lists goes into pages:
 * a name that is not listed does not compile, and each that authors write has a place in the documentation.
 */

/** On the script tag. */
export const installAttributes = [
  'app',
  'public-key',
  'domain',
  'use-cookies',
  'gated',
  'inspector',
  'sidebar',
] as const;

/** What authors write into their pages. */
export const authorAttributes = [
  'content',
  'bind:style',
  'bind:class',
  'secure-html',
  'secure-link',
  'member',
  'value',
  'form',
  'passwordless',
  'passwordless-button',
  'redirect',
  'modal',
  'modal-tab',
  'action',
  'auth-provider',
  'auth',
  'auth-connected-text',
  'auth-disconnect',
  'auth-allow-login',
  'social-auth-allow-signup',
  'plan:add',
  'plan:update',
  'plan:remove',
  'price:add',
  'price:update',
  'price:remove',
  'coupon',
  'signup:hcaptcha',
  'hcaptcha',
  'message',
  'message-text',
  'message-close',
  'loader',
  'ignore',
  'channel',
  'channel-sort',
  'channel-limit',
  'channel-content',
  'channel-notify',
  'channel-notifications',
  'channel-presence',
  'post',
  'post-creator',
  'post-content',
  'post-edit',
  'post-delete',
  'post-load',
  'thread',
  'thread-creator',
  'thread-edit',
  'thread-delete',
  'thread-load',
  'thread-sort',
] as const;

/** What the widget notes on elements for itself and for style sheets. */
export const ownAttributes = [
  'content-open',
  'hidden',
  'closed',
  'open',
  'touched',
  'held',
  'sure',
  'reached',
  'copy',
  'drawn',
  'code-sent',
  'secure-filled',
  'written',
  'provider',
  'provider-state',
] as const;

/** Words of `data-ms-content` beside the keys of a site's own groups. */
export const contentWords = [
  'members',
  'verified',
  'free-plans',
  'paid-plans',
  'no-plans',
  'is-trialing',
  'has-failed-payment',
  'has-password',
  'is-admin',
] as const;

/** Values of `data-ms-action`. */
export const actionWords = [
  'logout',
  'login-redirect',
  'customer-portal',
  'resend-verification-email',
  'profile-image',
  'delete-account',
  'delete-member',
  'return-to-checkout',
] as const;

/** Values of `data-ms-modal`. */
export const modalWords = ['login', 'signup', 'profile', 'forgot-password', 'reset-password', 'test-card'] as const;

/** Values of `data-ms-modal-tab`, in any case. */
export const profileTabs = ['profile', 'security', 'changePassword', 'plans', 'team', 'profile-nav'] as const;

/** Values of `data-ms-member` beside the keys of a site's own fields. */
export const memberWords = [
  'email',
  'id',
  'signup-date',
  'profile-image',
  'password',
  'current-password',
  'new-password',
  'token',
] as const;

/** Values of `data-ms-form` for what is written in a channel: by where it stands, a post, a reply. */
export const commentForms = ['comment', 'post', 'thread'] as const;

/** Values of `data-ms-form`. */
export const formKinds = [
  'login',
  'signup',
  'profile',
  'email',
  'password',
  'forgot-password',
  'reset-password',
  'passwordless-login',
  'passwordless-signup',
  ...commentForms,
] as const;

/** What a post and a reply have alike, as values of `data-ms-post` and `data-ms-thread`. */
const commentParts = [
  'container',
  'item',
  'content',
  'created',
  'date',
  'is-edited',
  'is-typing',
  'ownerProfileImage',
  'isModerator',
  'hidden',
  'edit',
  'delete',
  'upvote',
  'like',
  'upvotes',
  'likeCount',
  'downvote',
  'dislike',
  'downvotes',
  'dislikeCount',
  'loadMore',
  'loadMoreAbove',
  'loading',
  'sort',
] as const;

/** Values of `data-ms-post`. */
export const postParts = [...commentParts, 'showThreads', 'threadCount', 'count', 'empty', 'subscribe'] as const;

/** Values of `data-ms-thread`. */
export const threadParts = commentParts;

/** Values of `data-ms-post-edit` and `data-ms-thread-edit`. */
export const editParts = ['section', 'form', 'content', 'cancel'] as const;

/** Events that the widget dispatches on `document`. */
export const pageEvents = [
  'intake:ready',
  'intake:member',
  'intake:plan-price-clicked',
  'intake:content-removed',
  'intake:inspector-open',
  'memberstack.ready',
] as const;

export type ContentWord = (typeof contentWords)[number];
export type ActionWord = (typeof actionWords)[number];
export type ModalWord = (typeof modalWords)[number];
export type PostPart = (typeof postParts)[number];
export type EditPart = (typeof editParts)[number];
export type MemberWord = (typeof memberWords)[number];
export type FormKind = (typeof formKinds)[number];
export type PageEvent = (typeof pageEvents)[number];
export type AuthorAttribute = (typeof authorAttributes)[number];
export type InstallAttribute = (typeof installAttributes)[number];
export type Attribute = AuthorAttribute | (typeof ownAttributes)[number];

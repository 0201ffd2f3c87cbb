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
  'plan:add',
  'plan:update',
  'plan:remove',
  'price:add',
  'price:update',
  'price:remove',
  'coupon',
  'signup:hcaptcha',
  'message',
  'message-text',
  'message-close',
  'loader',
  'channel',
  'channel-sort',
  'channel-limit',
  'post',
  'post-creator',
  'thread',
  'thread-creator',
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
  'code-sent',
  'secure-filled',
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
] as const;

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
  'comment',
] as const;

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
export type FormKind = (typeof formKinds)[number];
export type PageEvent = (typeof pageEvents)[number];
export type AuthorAttribute = (typeof authorAttributes)[number];
export type InstallAttribute = (typeof installAttributes)[number];
export type Attribute = AuthorAttribute | (typeof ownAttributes)[number];

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

export type AuthorAttribute = (typeof authorAttributes)[number];
export type InstallAttribute = (typeof installAttributes)[number];
export type Attribute = AuthorAttribute | (typeof ownAttributes)[number];

import type { Attribute } from '../../contract/attributes.ts';
import type { Problem } from '../finding.ts';
import { prefix, readOwn } from '../page-tree.ts';
import type { Page, Part } from './page-part.ts';

/** Attributes that mean nothing without a value. */
const needValue: readonly Attribute[] = [
  'content',
  'bind:style',
  'bind:class',
  'secure-html',
  'secure-link',
  'member',
  'form',
  'passwordless',
  'passwordless-button',
  'redirect',
  'modal',
  'modal-tab',
  'action',
  'auth-provider',
  'auth',
  'plan:add',
  'plan:update',
  'plan:remove',
  'price:add',
  'price:update',
  'price:remove',
  'coupon',
  'message',
  'channel-sort',
  'channel-limit',
  'post-creator',
  'thread-creator',
];
const known = new Set<string>(needValue);

export function inspectValues<E>({ tree }: Page<E>, { element, names }: Part<E>): Problem<E>[] {
  return names
    .filter((name) => known.has(name) && readOwn(tree, element, name)!.trim() === '')
    .map((name) => ({
      id: 'missing-attribute-value',
      element,
      attribute: prefix + name,
      message: `${prefix}${name} has no value.`,
    }));
}

import type { AuthorAttribute } from '../../shared/attributes.ts';
import type { Problem } from '../finding.ts';
import { isAuthorAttribute } from '../found.ts';
import { prefix, readOwn } from '../page-tree.ts';
import type { Page, Part } from './page-part.ts';

/** Attributes that mean something without a value, too; every other one does nothing then, or hides its element. */
const standAlone: readonly AuthorAttribute[] = [
  'ignore',
  'value',
  'auth-connected-text',
  'auth-disconnect',
  'auth-allow-login',
  'social-auth-allow-signup',
  'signup:hcaptcha',
  'hcaptcha',
  'message-text',
  'message-close',
  'loader',
  'channel',
  'channel-content',
  'channel-notify',
  'channel-notifications',
  'channel-presence',
  'post',
  'post-content',
  'post-edit',
  'post-delete',
  'post-load',
  'thread',
  'thread-edit',
  'thread-delete',
  'thread-load',
  'thread-sort',
];
const needsValue = (name: string) => isAuthorAttribute(name) && !standAlone.includes(name);

const hidesItsElement =
  ', so this is hidden from members and visitors alike. Write a word, or take the attribute away.';

export function inspectValues<E>({ tree }: Page<E>, { element, names }: Part<E>): Problem<E>[] {
  return names
    .filter((name) => needsValue(name) && readOwn(tree, element, name)!.trim() === '')
    .map((name) => ({
      id: 'missing-attribute-value',
      element,
      attribute: prefix + name,
      message: `${prefix}${name} has no value${name === 'content' ? hidesItsElement : '.'}`,
    }));
}

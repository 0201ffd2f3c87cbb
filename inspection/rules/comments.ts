import type { Problem } from '../finding.ts';
import { around, prefix, readOwn } from '../page-tree.ts';
import type { Page, Part } from './page-part.ts';

/** Channels, posts and replies. */

const partNames = ['post', 'thread', 'post-creator', 'thread-creator'];

export function inspectComments<E>({ tree }: Page<E>, { element, names }: Part<E>): Problem<E>[] {
  const name = names.find((each) => partNames.includes(each));
  if (name === undefined) return [];
  const attribute = prefix + name;
  if (!names.includes('channel') && around(tree, element, 'channel') === undefined) {
    // Of a whole template that stands outside only the outermost is told.
    const isTold = partNames.some((each) => around(tree, element, each) !== undefined);
    const message = `${attribute} needs an element with data-ms-channel around it.`;
    return isTold ? [] : [{ id: 'orphan-commenting-ui', element, attribute, message }];
  }
  const post = readOwn(tree, element, 'post');
  if (post === null || post === 'showThreads' || around(tree, element, 'thread') === undefined) return [];
  const message = `Among replies data-ms-post${post ? `="${post}"` : ''} means nothing: use data-ms-thread.`;
  return [{ id: 'post-in-thread', element, attribute: `${prefix}post`, message }];
}

const creators = ['post-creator', 'thread-creator'];

/** Told a second after the rest: settings and pages are often still on their way. */
export function inspectCreator<E>({ tree, site }: Page<E>, { element, names }: Part<E>): Problem<E>[] {
  return creators
    .filter((name) => names.includes(name))
    .flatMap((name) => {
      const key = readOwn(tree, element, name)!.trim();
      const field = site?.customFields.find((each) => each.key === key);
      if (field?.visibility !== 'PRIVATE') return [];
      const message = `The field "${key}" is private: other members can not see who wrote.`;
      return [{ id: 'private-custom-field' as const, element, attribute: prefix + name, message }];
    });
}

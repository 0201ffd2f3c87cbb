import type { AuthorAttribute, PostPart } from '../../shared/attributes.ts';
import { all, fits, having, write } from '../page/dom.ts';

/** Second names: pages built for the original page library call parts of a comment so, and work unchanged. */

export type Kind = 'post' | 'thread';

const others: Partial<Record<PostPart, PostPart>> = {
  created: 'date',
  upvote: 'like',
  upvotes: 'likeCount',
  downvote: 'dislike',
  downvotes: 'dislikeCount',
  loadMore: 'loadMoreAbove',
};

/** What finds a part by each of its names. */
export const part = (kind: Kind, name: PostPart): string =>
  [name, others[name]].flatMap((each) => (each ? [having(kind, each)] : [])).join();

/** What we call a part that the page may call otherwise. */
export const nameOf = (written: string): string =>
  Object.keys(others).find((name) => others[name as PostPart] === written) ?? written;

/** Attributes that stand for a part, with their values where they have some. */
const attributes: [AuthorAttribute, string | undefined, Kind, PostPart][] = [
  ['post-content', undefined, 'post', 'content'],
  ['post-delete', undefined, 'post', 'delete'],
  ['post-edit', '', 'post', 'edit'],
  ['post-load', undefined, 'post', 'loadMore'],
  ['channel-notify', undefined, 'post', 'subscribe'],
  ['thread-delete', undefined, 'thread', 'delete'],
  ['thread-edit', '', 'thread', 'edit'],
  ['thread-load', undefined, 'thread', 'loadMore'],
  ['thread-sort', undefined, 'thread', 'sort'],
];

export const textFields = 'textarea,input:not([type]),input[type="text"],[contenteditable]';

/** Gives elements that say what they are by an attribute of its own the name that we know. What the page wrote stays. */
export function nameParts(channel: HTMLElement): void {
  for (const [attribute, value, kind, name] of attributes)
    for (const each of all(channel, `${having(attribute, value)}:not(${having(kind)})`))
      // A field with such a name takes what is typed.
      if (!fits(each, textFields)) write(each, kind, name);
}

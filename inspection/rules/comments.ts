import { commentForms, type AuthorAttribute } from '../../shared/attributes.ts';
import type { Problem } from '../finding.ts';
import { around, prefix, readOwn, type PageTree } from '../page-tree.ts';
import type { Page, Part } from './page-part.ts';

/** Channels, posts and replies, by our names and by those of the original page library. */

const ofPosts: readonly string[] = [
  'post',
  'post-creator',
  'post-content',
  'post-edit',
  'post-delete',
  'post-load',
] satisfies AuthorAttribute[];
const ofReplies: readonly string[] = [
  'thread',
  'thread-creator',
  'thread-edit',
  'thread-delete',
  'thread-load',
  'thread-sort',
] satisfies AuthorAttribute[];
const ofChannels: readonly string[] = [
  'channel-content',
  'channel-notify',
  'channel-notifications',
  'channel-presence',
] satisfies AuthorAttribute[];
const partNames = [...ofPosts, ...ofReplies, ...ofChannels];

const isCommentForm = (kind: string | undefined): boolean => commentForms.some((each) => each === kind);

/** Parts of comments that stand where the widget does not look for them. At most one problem for each element. */
export function inspectComments<E>({ tree }: Page<E>, part: Part<E>): Problem<E>[] {
  const { element, names, form, formKind } = part;
  const isForm = form === element && isCommentForm(formKind);
  const name = names.find((each) => partNames.includes(each)) ?? (isForm ? 'form' : undefined);
  if (name === undefined) return [];
  const orphan = (needs: string): Problem<E>[] => {
    const attribute = prefix + name;
    const message = `${attribute} needs an element with ${needs} around it.`;
    return [{ id: 'orphan-commenting-ui', element, attribute, message }];
  };
  if (!names.includes('channel') && around(tree, element, 'channel') === undefined)
    return isInOrphan(tree, part) ? [] : orphan('data-ms-channel');
  if (isForm && formKind === 'thread' && around(tree, element, 'post') === undefined) return orphan('data-ms-post');
  return inspectPostInThread(tree, part);
}

/** Of a whole template that stands outside a channel only the outermost element is told. */
const isInOrphan = <E>(tree: PageTree<E>, { element, form, formKind }: Part<E>): boolean =>
  (form !== element && isCommentForm(formKind)) || partNames.some((each) => around(tree, element, each) !== undefined);

const typedInto = ['textarea', 'input'];

function inspectPostInThread<E>(tree: PageTree<E>, { element, names }: Part<E>): Problem<E>[] {
  const name = names.find((each) => ofPosts.includes(each));
  if (name === undefined || around(tree, element, 'thread') === undefined) return [];
  const value = readOwn(tree, element, name);
  // A text field with this name is what a form sends, whichever kind it is.
  if (value === 'showThreads' || (name === 'post-content' && typedInto.includes(tree.name(element)))) return [];
  const attribute = prefix + name;
  const right = name === 'post-content' ? `${prefix}thread="content"` : attribute.replace('post', 'thread');
  const message = `Among replies ${attribute}${value ? `="${value}"` : ''} means nothing: use ${right}.`;
  return [{ id: 'post-in-thread', element, attribute, message }];
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

import type { Membership } from '../../client/membership.ts';
import type { Comment as Said } from '../../contract/comments.ts';
import type { PostPart } from '../../shared/attributes.ts';
import { all, erase, having, read, readPlain, write, writePlain } from '../page/dom.ts';
import { nodesOf } from './markup.ts';
import { part, type Kind } from './parts.ts';
import { say } from './texts.ts';

/**
 * Draws one comment into a copy of the author's template, by the values of `data-ms-post`, or of `data-ms-thread` in a
 * reply. Beside the protocol's own there are, for both:
 *
 * - `created`: when it was written; `is-edited`: seen where it has been changed since
 * - `upvote`, `downvote`: buttons, pressed where the member has voted so; `upvotes`, `downvotes`: how many have
 * - `threadCount`, of posts: how many replies there are
 */

const numbers: [PostPart, keyof Said['_count']][] = [
  ['upvotes', 'likedBy'],
  ['downvotes', 'dislikedBy'],
  ['threadCount', 'Threads'],
];
const votes = [
  ['upvote', 'UP'],
  ['downvote', 'DOWN'],
] as const;
/** Of members who may change what others wrote. */
const moderating = 'moderate-comments';

export interface DrawOptions {
  element: HTMLElement;
  kind: Kind;
  membership: Pick<Membership, 'knownMember' | 'rememberedMember'>;
  said: Said;
  /** Its words are being changed at the moment. */
  isEdited: boolean;
}

export function drawComment({ element, kind, membership, said, isEdited }: DrawOptions): void {
  const parts = (name: PostPart) => all(element, part(kind, name));
  const isModerator = membership.knownMember()?.permissions.includes(moderating) ?? false;
  const readerId = (membership.knownMember() ?? membership.rememberedMember())?.id;
  const isOwn = readerId === said.member.id;

  for (const each of all(element, having(`${kind}-creator`))) drawCreator(each, read(each, `${kind}-creator`)!, said);
  for (const each of parts('ownerProfileImage')) drawPicture(each, said.member.profileImage);
  for (const each of parts('content')) if (!isEdited) drawContent(each, said.content);
  for (const each of parts('created')) drawTime(each, said.createdAt);
  for (const [name, count] of numbers) for (const each of parts(name)) setText(each, String(said._count[count]));
  for (const [name, vote] of votes)
    for (const each of parts(name)) writePlain(each, 'aria-pressed', String(said.activeMemberVote === vote));
  const mayChange = (isOwn || isModerator) && !isEdited;
  for (const name of ['edit', 'delete'] as const) for (const each of parts(name)) showIf(each, mayChange);
  for (const each of parts('isModerator')) showIf(each, isModerator);
  for (const each of parts('is-edited')) showIf(each, said.updatedAt !== said.createdAt);
  // What stands there for words that were taken away.
  for (const each of parts('hidden')) showIf(each, said.content === '');
}

export function showIf(element: HTMLElement, isShown: boolean): void {
  if (isShown) erase(element, 'hidden');
  else write(element, 'hidden', '');
}

/** Equal text is not written again: that would end a selection, or be announced once more. */
export function setText(element: HTMLElement, text: string): void {
  if (element.textContent !== text) element.textContent = text;
}

function drawCreator(element: HTMLElement, key: string, { member }: Said): void {
  const value = Object.hasOwn(member.customFields, key) ? member.customFields[key] : undefined;
  if (element instanceof HTMLImageElement) drawPicture(element, member.profileImage);
  else setText(element, value?.trim() || say('comment_author'));
}

/** Without a picture the author's own stays. */
function drawPicture(element: HTMLElement, address: string | null): void {
  const place = readPlain(element, 'srcset') ? 'srcset' : 'src';
  if (
    element instanceof HTMLImageElement &&
    address &&
    /^https?:/.test(address) &&
    readPlain(element, place) !== address
  )
    writePlain(element, place, address);
}

const drawn = new WeakMap<Element, string>();

function drawContent(element: HTMLElement, markup: string): void {
  if (drawn.get(element) === markup) return;
  drawn.set(element, markup);
  element.replaceChildren(...nodesOf(markup));
}

function drawTime(element: HTMLElement, iso: string): void {
  setText(element, new Date(iso).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' }));
  if (element instanceof HTMLTimeElement) element.dateTime = iso;
}

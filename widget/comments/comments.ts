import { all, having, nearest } from '../page/dom.ts';
import type { Page } from '../page/page.ts';
import { Channel, findWriter } from './channel.ts';
import { fillIn, isPlain, writtenIn } from './markup.ts';
import { textFields } from './parts.ts';
import { announce } from './news.ts';
import { signInFirst } from './sign-in-first.ts';
import { keepDictionary, refuse } from './texts.ts';

/** Comments under pages: one file, fetched when a page has a channel. */

const channels = new WeakMap<Element, Channel>();

/** Shows the channels of a page; those that are shown already are drawn for the session of now. */
export function showComments(
  roots: readonly (Element | Document)[],
  page: Page,
  dictionary: Record<string, unknown> | undefined,
): void {
  keepDictionary(dictionary);
  for (const element of roots.flatMap((root) => all(root, having('channel')))) {
    const channel = channels.get(element) ?? new Channel(element, page);
    channels.set(element, channel);
    void channel.look();
  }
}

/**
 * Sends the comment in a form of a channel. A visitor logs in first; the comment stays in the form meanwhile.
 *
 * @throws Error with the sentence to tell
 */
export async function sendComment(form: HTMLElement, page: Page): Promise<void> {
  const channel = nearest(form, having('channel'));
  // Pressed before the first look at the page, which waits for the service's answers.
  if (channel && !channels.has(channel)) showComments([channel], page, (await page.getApp()).dictionary);
  const write = findWriter(form);
  const [field] = all(form, textFields);
  if (!write || !field) refuse('content-not-found', 'comment_misplaced');
  if ((isPlain(field) ? field.value : field.textContent).trim() === '') {
    field.focus();
    refuse('required-field-missing', 'comment_empty');
  }
  await signInFirst(page);
  const sent = writtenIn(field);
  await write(sent);
  // The next message may have been begun meanwhile.
  if (writtenIn(field) === sent) fillIn(field, '');
  announce('comment_added');
}

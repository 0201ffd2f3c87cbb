import type { Comment as Said } from '../../contract/comments.ts';
import { makeReachable } from '../acts/reach.ts';
import { isSecondPress } from '../acts/second-press.ts';
import { all, having, nearest } from '../page/dom.ts';
import { sentenceOf, showMessage } from '../page/messages.ts';
import type { Page } from '../page/page.ts';
import { buttons, giveActs, type Acts } from './acts.ts';
import { drawComment, showIf } from './comment-view.ts';
import { edit } from './edit.ts';
import type { CommentList, View } from './list.ts';
import { isShaped } from './markup.ts';
import { announce } from './news.ts';
import { part, type Kind } from './parts.ts';
import { signInFirst } from './sign-in-first.ts';
import { say } from './texts.ts';

interface CommentOptions {
  element: HTMLElement;
  kind: Kind;
  page: Page;
  /** Where the comment stands. */
  list: () => CommentList;
  /** What else its buttons do. */
  more?: Acts;
  /** After it has been drawn. */
  onDraw?: (said: Said) => void;
  onDelete?: () => void;
  /** Takes the focus when no comment is left to have it. */
  refuge: () => HTMLElement;
}

type Vote = Said['activeMemberVote'];

/** A post or a reply: how it is drawn, and what its buttons do. */
export function createComment(options: CommentOptions): View {
  const { element, kind, page, list, more = {}, onDraw, onDelete, refuge } = options;
  const { membership } = page;
  const calls = callsOf(page, kind);
  let said: Said;
  let isEdited = false;

  const vote = (wanted: Vote) => async () => {
    await signInFirst(page);
    list().put((await calls.vote(said.id, said.activeMemberVote === wanted ? 'NONE' : wanted)).data);
  };
  async function change(button: HTMLElement): Promise<void> {
    const [content] = all(element, part(kind, 'content'));
    const [section] = all(element, having(`${kind}-edit`, 'section'));
    if (!(content || section) || isEdited) return;
    // A text field of the page's own would take links and formatting away.
    const losesNothing =
      !content || !isShaped(said.content) || (section && all(section, '[contenteditable]').length > 0);
    const inSection = section && losesNothing && (await import('./edit-section.ts'));
    isEdited = true;
    let changed: Said | undefined;
    const channel = nearest(element, having('channel')) ?? element;
    const editing = {
      before: said.content,
      save: async (markup: string) => void (changed = (await calls.update(said.id, markup)).data),
      onEnd() {
        isEdited = false;
        if (content) showIf(content, true);
        list().put(changed ?? said);
        button.focus();
        if (changed) announce('comment_changed');
      },
      tell: (error: unknown) => showMessage(sentenceOf(error), 'error', channel),
    };
    list().draw();
    if (inSection) {
      if (content) showIf(content, false);
      inSection.editInSection({ kind, section, ...editing });
    } else {
      const field = all(channel, `:is(${having('form', 'comment')},${having('form', 'post')}) textarea`)[0];
      edit({ content: content!, looks: { field, button }, ...editing });
    }
  }
  async function remove(button: HTMLElement): Promise<void> {
    if (!isSecondPress(button, say('are_you_sure'))) return announce('are_you_sure');
    await calls.remove(said.id);
    const next = list().take(said.id) ?? refuge();
    onDelete?.();
    focusOn(next);
    announce('comment_deleted');
  }

  makeReachable(element, buttons);
  giveActs(element, {
    ...more,
    [`${kind}:edit`]: change,
    [`${kind}:delete`]: remove,
    [`${kind}:upvote`]: vote('UP'),
    [`${kind}:downvote`]: vote('DOWN'),
  });
  return {
    element,
    isEdited: () => isEdited,
    draw(next) {
      said = next;
      drawComment({ element, kind, membership, said, isEdited });
      onDraw?.(said);
    },
  };
}

/** The service has the same calls for both kinds. */
const callsOf = ({ membership }: Page, kind: Kind) =>
  kind === 'post'
    ? {
        update: (postId: string, content: string) => membership.updatePost({ postId, content }),
        remove: (postId: string) => membership.deletePost({ postId }),
        vote: (postId: string, wanted: Vote) => membership.postVote({ postId, vote: wanted }),
      }
    : {
        update: (threadId: string, content: string) => membership.updateThread({ threadId, content }),
        remove: (threadId: string) => membership.deleteThread({ threadId }),
        vote: (threadId: string, wanted: Vote) => membership.threadVote({ threadId, vote: wanted }),
      };

/** A comment is nothing one comes to by Tab, but it can have the focus when the one before it has gone. */
function focusOn(element: HTMLElement): void {
  if (element.tabIndex < 0) element.tabIndex = -1;
  element.focus();
}

import { makeReachable } from '../acts/reach.ts';
import type { Comment as Said } from '../../contract/comments.ts';
import { limits } from '../../contract/limits.ts';
import { all, having, nearest, read, write, writePlain } from '../page/dom.ts';
import { sentenceOf, showMessage } from '../page/messages.ts';
import type { Page } from '../page/page.ts';
import { buttons, giveActs } from './acts.ts';
import { channelKeyOf } from './channel-key.ts';
import { createComment } from './comment-acts.ts';
import { showIf } from './comment-view.ts';
import { createList } from './list.ts';
import { announce } from './news.ts';
import { createReplies, type Replies } from './replies.ts';
import { drawSort, firstOrder, wantedOrder } from './sort.ts';
import { createSubscription } from './subscription.ts';
import { takeTemplate } from './template.ts';
import { say } from './texts.ts';

export type Channel = ReturnType<typeof createChannel>;

/** What a form in a place does with what was written: in a post it replies, elsewhere it begins one. */
const writers = new WeakMap<Element, (content: string) => Promise<void>>();

/**
 * Comments under a page, in `data-ms-channel`. Outside of the template of a post, values of `data-ms-post` are about
 * the channel. Beside the protocol's own there are:
 *
 * - `sort` and `loadMore`, as in replies; `data-ms-channel-sort` and `data-ms-channel-limit` on the channel say how it
 *   begins: `newest` or `oldest`, and how many at once
 * - `count`: how many posts there are; `empty`: shown while there are none
 * - `subscribe`: mails about replies to one's own posts, a button that stays pressed
 */
export function createChannel(element: HTMLElement, page: Page) {
  const { membership } = page;
  const limit = limitOf(element);
  const parts = (name: string) => all(element, having('post', name));
  const replies = new Map<string, Replies>();
  const template = takeTemplate(element, 'post');
  if (template) page.templates.set(template.anchor, template.model);
  let key: string | undefined;
  /** Whose view of it is shown. */
  let session: string | null | undefined;
  let isLoaded = false;

  const list = createList({
    order: firstOrder(element),
    limit,
    anchor: template?.anchor ?? new Comment(''),
    async read(asked) {
      const { data } = await membership.getPosts({ channelKey: key!, ...asked });
      return { comments: template ? data.posts : [], total: data.totalCount };
    },
    createView: (said) => createPost(said.id),
    onDraw() {
      const { order, hasMore, total } = list.state();
      for (const each of parts('loadMore')) showIf(each, hasMore && template !== undefined);
      for (const each of parts('empty')) showIf(each, isLoaded && total === 0);
      for (const each of parts('count')) each.textContent = String(total);
      drawSort(parts('sort'), order);
    },
  });
  const subscription = createSubscription(() => parts('subscribe'), page);

  function createPost(postId: string) {
    const post = template!.copy();
    const own = createReplies({ post, postId, page, limit, onCount: (change) => count(change) });
    let said: Said | undefined;
    const count = (change: number) => {
      if (said) list.put({ ...said, _count: { ...said._count, Threads: Math.max(0, said._count.Threads + change) } });
    };
    replies.set(postId, own);
    writers.set(post, own.write);
    return createComment({
      element: post,
      kind: 'post',
      page,
      list: () => list,
      more: own.acts,
      onDraw(next) {
        said = next;
        own.draw();
      },
      onDelete: () => replies.delete(postId),
      refuge: () => element,
    });
  }

  async function load(): Promise<void> {
    const mine = key!;
    writePlain(element, 'aria-busy', 'true');
    try {
      await list.load();
      isLoaded = true;
      list.draw();
      await Promise.all([...[...replies.values()].map((each) => each.refresh()), subscription.load(mine)]);
    } catch (error) {
      // The next look tries again.
      session = undefined;
      // A site that wants no comments has none, and no place for them.
      if ((error as { code?: string }).code === 'access-denied') write(element, 'hidden', '');
      else showMessage(sentenceOf(error), 'error', element);
    } finally {
      writePlain(element, 'aria-busy', 'false');
    }
  }

  list.draw();
  makeReachable(element, buttons);
  giveActs(element, {
    'post:loadMore': async () => announce(say('comments_loaded', await list.more())),
    'post:sort': (control) => list.load(wantedOrder(control, list.state().order)),
    'post:subscribe': () => subscription.turn(key!),
  });
  writers.set(element, async (content) => {
    list.put((await membership.createPost({ channelKey: key!, content })).data);
  });
  return {
    /** Draws it for whoever looks now, and reads it anew where that is somebody else, or another page's. */
    async look(): Promise<void> {
      const wanted = channelKeyOf(read(element, 'channel')!, location.pathname);
      const now = membership.getMemberCookie();
      showIf(element, wanted !== undefined);
      if (wanted === undefined) return;
      if (wanted === key && now === session) return list.draw();
      if (wanted !== key) {
        isLoaded = false;
        list.clear();
        replies.clear();
      }
      key = wanted;
      session = now;
      await load();
    },
  };
}

/** @returns undefined for a form that belongs to no channel */
export function findWriter(form: Element): ((content: string) => Promise<void>) | undefined {
  const place = nearest(form, `${having('post', 'item')},${having('channel')}`);
  return place ? writers.get(place) : undefined;
}

function limitOf(element: HTMLElement): number {
  const wanted = Number(read(element, 'channel-limit'));
  return Number.isInteger(wanted) && wanted > 0 ? Math.min(wanted, limits.commentsPerPageMost) : limits.commentsPerPage;
}

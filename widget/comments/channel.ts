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
import { CommentList, type View } from './list.ts';
import { announce } from './news.ts';
import { createReplies, type Replies } from './replies.ts';
import { drawSort, firstOrder, wantedOrder } from './sort.ts';
import { createSubscription } from './subscription.ts';
import { takeTemplate, type Template } from './template.ts';

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
export class Channel {
  readonly #element: HTMLElement;
  readonly #page: Page;
  readonly #limit: number;
  readonly #template: Template | undefined;
  readonly #list: CommentList;
  readonly #replies = new Map<string, Replies>();
  readonly #subscription: ReturnType<typeof createSubscription>;
  #key: string | undefined;
  /** Token of the session it was read with; null for a visitor. */
  #session: string | null | undefined;

  constructor(element: HTMLElement, page: Page) {
    this.#element = element;
    this.#page = page;
    this.#limit = limitOf(element);
    this.#template = takeTemplate(element, 'post');
    if (this.#template) page.templates.set(this.#template.anchor, this.#template.model);
    this.#list = this.#createList();
    this.#subscription = createSubscription(() => this.#parts('subscribe'), page);
    const list = this.#list;
    makeReachable(element, buttons);
    giveActs(element, {
      'post:loadMore': async () => announce('comments_loaded', await list.more()),
      'post:sort': (control) => list.load(wantedOrder(control, list.state().order)),
      'post:subscribe': () => this.#subscription.turn(this.#key!),
    });
    writers.set(element, async (content) => {
      list.put((await page.membership.createPost({ channelKey: this.#key!, content })).data);
    });
  }

  /** Draws the channel; reads it from the service first where the session or the channel's key has changed. */
  async look(): Promise<void> {
    const wanted = channelKeyOf(read(this.#element, 'channel')!, location.pathname);
    const now = this.#page.membership.getMemberCookie();
    showIf(this.#element, wanted !== undefined);
    if (wanted === undefined) return;
    if (wanted === this.#key && now === this.#session) return this.#list.draw();
    if (wanted !== this.#key) {
      this.#list.clear();
      this.#replies.clear();
    }
    this.#key = wanted;
    this.#session = now;
    await this.#load(wanted);
  }

  #parts(name: string): HTMLElement[] {
    return all(this.#element, having('post', name));
  }

  #createList(): CommentList {
    const { membership } = this.#page;
    return new CommentList({
      order: firstOrder(this.#element),
      limit: this.#limit,
      anchor: this.#template?.anchor ?? new Comment(''),
      read: async (asked) => {
        const { data } = await membership.getPosts({ channelKey: this.#key!, ...asked });
        return { comments: this.#template ? data.posts : [], total: data.totalCount };
      },
      createView: (said) => this.#createPost(said.id),
      onDraw: () => this.#draw(),
    });
  }

  /** What stands around the posts. */
  #draw(): void {
    const { order, hasMore, total } = this.#list.state();
    for (const each of this.#parts('loadMore')) showIf(each, hasMore);
    for (const each of this.#parts('empty')) showIf(each, total === 0);
    for (const each of this.#parts('count')) each.textContent = String(total ?? 0);
    drawSort(this.#parts('sort'), order);
  }

  #createPost(postId: string): View {
    const post = this.#template!.copy();
    const list = this.#list;
    const own = createReplies({ post, postId, page: this.#page, limit: this.#limit, onCount: count });
    let said: Said | undefined;
    function count(change: number): void {
      if (said) list.put({ ...said, _count: { ...said._count, Threads: Math.max(0, said._count.Threads + change) } });
    }
    this.#replies.set(postId, own);
    writers.set(post, own.write);
    return createComment({
      element: post,
      kind: 'post',
      page: this.#page,
      list: () => list,
      more: own.acts,
      onDraw(next) {
        said = next;
        own.draw();
      },
      onDelete: () => this.#replies.delete(postId),
      refuge: () => this.#element,
    });
  }

  async #load(key: string): Promise<void> {
    const element = this.#element;
    writePlain(element, 'aria-busy', 'true');
    try {
      await this.#list.load();
      const replies = [...this.#replies.values()];
      await Promise.all([...replies.map((each) => each.refresh()), this.#subscription.load(key)]);
    } catch (error) {
      // The next look tries again.
      this.#session = undefined;
      // A site that wants no comments has none, and no place for them.
      if ((error as { code?: string }).code === 'access-denied') write(element, 'hidden', '');
      else showMessage(sentenceOf(error), 'error', element);
    } finally {
      writePlain(element, 'aria-busy', 'false');
    }
  }
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

import { makeReachable } from '../acts/reach.ts';
import type { Comment as Said } from '../../contract/comments.ts';
import type { PostPart } from '../../shared/attributes.ts';
import { commentLimits } from '../../contract/comment-limits.ts';
import { all, fits, having, parent, read, write, writePlain } from '../page/dom.ts';
import { sentenceOf, showMessage } from '../page/messages.ts';
import type { Page } from '../page/page.ts';
import { buttons, giveActs } from './acts.ts';
import { channelKeyOf } from './channel-key.ts';
import { createComment } from './comment-acts.ts';
import { showIf } from './comment-view.ts';
import { CommentList, type View } from './list.ts';
import { announce } from './news.ts';
import { nameParts, part, textFields, type Kind } from './parts.ts';
import { createReplies, type Replies } from './replies.ts';
import { drawSort, firstOrder, wantedOrder } from './sort.ts';
import { createSubscription } from './subscription.ts';
import { takeTemplate, type Template } from './template.ts';

const ignore = () => undefined;

/** What a form in a place does with what was written: in a post it replies, elsewhere it begins one. */
const writers = new WeakMap<Node, Writer>();
interface Writer {
  kind: Kind;
  write: (content: string) => Promise<void>;
}

/** Unseen until something happens; copies of a template take it over. */
const unseen = [
  having('post', 'is-typing'),
  having('thread', 'is-typing'),
  having('post-edit', 'section'),
  having('thread-edit', 'section'),
].join();

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
  #live: Promise<() => void> | undefined;
  #key: string | undefined;
  /** Token of the session it was read with; null for a visitor. */
  #session: string | null | undefined;

  constructor(element: HTMLElement, page: Page) {
    this.#element = element;
    this.#page = page;
    this.#limit = limitOf(element);
    nameParts(element);
    for (const each of all(element, unseen)) showIf(each, false);
    this.#template = takeTemplate(element, 'post', page.takenOut);
    write(element, 'drawn', '');
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
    writers.set(element, {
      kind: 'post',
      write: async (content) => list.put((await page.membership.createPost({ channelKey: this.#key!, content })).data),
    });
  }

  /** Draws the channel; reads it from the service first where the session or the channel's key has changed. */
  async look(): Promise<void> {
    const wanted = channelKeyOf(read(this.#element, 'channel')!, location.pathname);
    const now = this.#page.membership.getMemberCookie();
    showIf(this.#element, wanted !== undefined);
    if (wanted === undefined) return;
    void this.#live?.then((goOn) => goOn(), ignore);
    if (wanted === this.#key && now === this.#session) return this.#list.draw();
    if (wanted !== this.#key) {
      this.#list.clear();
      this.#replies.clear();
    }
    this.#key = wanted;
    this.#session = now;
    await this.#load(wanted);
  }

  #parts(name: PostPart): HTMLElement[] {
    return all(this.#element, part('post', name));
  }

  /** Shows to others what is written here, and here what they write. */
  #goLive(): void {
    const list = this.#list;
    this.#live ??= import('./live.ts').then(({ follow }) =>
      follow({
        element: this.#element,
        page: this.#page,
        isReading: this.#template !== undefined,
        channelKey: () => this.#key,
        total: () => list.state().total,
        onNews: async (added) => {
          await list.refresh(added);
          await this.#readReplies('refresh');
        },
        onClosed: () => this.#close(),
      }),
    );
    this.#live.catch(() => (this.#live = undefined));
  }

  /** Leaves nothing of a channel in the page that its reader may not see. The next look tries again. */
  #close(): void {
    this.#session = undefined;
    this.#list.clear();
    this.#replies.clear();
    write(this.#element, 'hidden', '');
  }

  async #readReplies(how: 'load' | 'refresh'): Promise<void> {
    await Promise.all([...this.#replies.values()].map((each) => each.read(how)));
  }

  #createList(): CommentList {
    const { membership } = this.#page;
    return new CommentList({
      order: firstOrder(this.#element),
      isUpward: all(this.#element, having('post', 'loadMoreAbove')).length > 0,
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
    for (const each of all(this.#element, having('channel-content')))
      if (!fits(each, textFields)) showIf(each, total !== undefined);
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
    writers.set(post, { kind: 'thread', write: own.write });
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
    for (const each of this.#parts('loading')) showIf(each, true);
    try {
      await this.#list.load();
      await Promise.all([this.#readReplies('load'), this.#subscription.load(key)]);
      this.#goLive();
    } catch (error) {
      // The next look tries again.
      this.#session = undefined;
      // A site that wants no comments has none, and no place for them; a closed channel has none for this reader.
      if ((error as { code?: string }).code === 'access-denied') this.#close();
      else showMessage(sentenceOf(error), 'error', element);
    } finally {
      for (const each of this.#parts('loading')) showIf(each, false);
      writePlain(element, 'aria-busy', 'false');
    }
  }
}

/** @returns undefined for a form that belongs to no channel, or to none of the kind that it names */
export function findWriter(form: Element): Writer['write'] | undefined {
  const wanted = read(form, 'form');
  for (let place: Node | null = form; place; place = parent(place)) {
    const writer = writers.get(place);
    if (writer && (wanted === 'comment' || wanted === writer.kind)) return writer.write;
  }
  return undefined;
}

function limitOf(element: HTMLElement): number {
  const wanted = Number(read(element, 'channel-limit'));
  return Number.isInteger(wanted) && wanted > 0
    ? Math.min(wanted, commentLimits.commentsPerPageMost)
    : commentLimits.commentsPerPage;
}

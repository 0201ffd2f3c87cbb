import type { PostPart } from '../../shared/attributes.ts';
import { all, erase, having, isIn, read, write, writePlain } from '../page/dom.ts';
import type { Page } from '../page/page.ts';
import type { Acts } from './acts.ts';
import { createComment } from './comment-acts.ts';
import { showIf } from './comment-view.ts';
import { CommentList } from './list.ts';
import { announce } from './news.ts';
import { part } from './parts.ts';
import { drawSort, wantedOrder } from './sort.ts';
import { takeTemplate } from './template.ts';

interface RepliesOptions {
  post: HTMLElement;
  postId: string;
  page: Page;
  limit: number;
  /** There is one more, or one less. */
  onCount: (change: 1 | -1) => void;
}

export type Replies = ReturnType<typeof createReplies>;

/** The replies to a post: shown on request, the oldest first. */
export function createReplies({ post, postId, page, limit, onCount }: RepliesOptions) {
  const parts = (name: PostPart) => all(post, part('thread', name));
  const openers = () => all(post, having('post', 'showThreads'));
  const template = takeTemplate(post, 'thread', page.takenOut);
  const isUpward = all(post, having('thread', 'loadMoreAbove')).length > 0;
  const list: CommentList = new CommentList({
    // More of them come above where the earlier ones stand above.
    order: isUpward ? 'newest' : 'oldest',
    isUpward,
    limit,
    anchor: template?.anchor ?? new Comment(''),
    read: async (asked) => ({ comments: (await page.membership.getThreads({ postId, ...asked })).data.threads }),
    createView: () =>
      createComment({
        element: template!.copy(),
        kind: 'thread',
        page,
        list: () => list,
        onDelete: () => onCount(-1),
        refuge: () => openers()[0] ?? post,
      }),
    onDraw() {
      const { order, hasMore } = list.state();
      for (const each of parts('loadMore')) showIf(each, hasMore);
      drawSort(parts('sort'), order);
    },
  });
  const hasPlace = template !== undefined;
  show(false);

  function show(isShown: boolean): void {
    for (const each of parts('loading')) showIf(each, false);
    for (const each of parts('container')) showIf(each, isShown);
    for (const each of openers()) {
      writePlain(each, 'aria-expanded', String(isShown));
      showIf(each, hasPlace);
    }
    if (isShown) write(post, 'open', '');
    else erase(post, 'open');
  }
  const isShown = () => read(post, 'open') !== null;
  async function open(): Promise<void> {
    if (!hasPlace || isShown()) return;
    for (const each of parts('loading')) showIf(each, true);
    await list.load().finally(() => show(isShown()));
    show(true);
  }

  const acts: Acts = {
    'post:showThreads': () => (isShown() ? show(false) : open()),
    'thread:loadMore': async () => announce('comments_loaded', await list.more()),
    'thread:sort': (control) => list.load(wantedOrder(control, list.state().order)),
  };
  return {
    acts,
    /** Reads what is shown anew. */
    read: async (how: 'load' | 'refresh'): Promise<void> => {
      // A post that has been deleted meanwhile has none.
      if (isShown() && isIn(post)) await list[how]();
    },
    draw: () => list.draw(),
    /** Replies to the post. @param content markup */
    async write(content: string): Promise<void> {
      const { data } = await page.membership.createThread({ postId, content });
      onCount(1);
      await open();
      if (hasPlace) list.put(data);
    },
  };
}

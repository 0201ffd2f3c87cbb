import type { Comment as Said } from '../../contract/comments.ts';
import { limits } from '../../contract/limits.ts';
import { parent } from '../page/dom.ts';

/** Comments in one place of a page: the posts of a channel, or the replies to one of them. */

export type Order = 'newest' | 'oldest';

/** How one comment is drawn. */
export interface View {
  element: HTMLElement;
  draw: (said: Said) => void;
}

interface ListOptions {
  order: Order;
  /** How many to ask for at once. */
  limit: number;
  /** Comments stand before it. */
  anchor: Node;
  read: (page: { order: Order; limit: number; after?: string }) => Promise<{ comments: Said[]; total?: number }>;
  createView: (said: Said) => View;
  /** After every change of what is shown. */
  onDraw: () => void;
}

export type CommentList = ReturnType<typeof createList>;

export function createList({ order: firstOrder, limit, anchor, read, createView, onDraw }: ListOptions) {
  const shown = new Map<string, { said: Said; view: View }>();
  let order = firstOrder;
  /** The last one that came in order; what members add meanwhile stands outside of it. */
  let after: string | undefined;
  let total: number | undefined;
  let hasMore = false;
  /** An answer that is overtaken by another question is dropped. */
  let asked = 0;
  /** What members have changed here. */
  let changes = 0;

  function draw(): void {
    let next = anchor;
    for (const { said, view } of inOrder().toReversed()) {
      view.draw(said);
      // What stands right is not moved: it may hold the focus.
      if (followingOf(view.element) !== next) parent(anchor).insertBefore(view.element, next);
      next = view.element;
    }
    onDraw();
  }
  function inOrder(): { said: Said; view: View }[] {
    const sorted = [...shown.values()].toSorted((a, b) => compare(a.said.internalOrder, b.said.internalOrder));
    return order === 'oldest' ? sorted : sorted.toReversed();
  }
  const keep = (said: Said) => shown.set(said.id, { said, view: shown.get(said.id)?.view ?? createView(said) });
  const drop = (id: string) => {
    shown.get(id)?.view.element.remove();
    shown.delete(id);
  };

  async function ask(
    page: { order: Order; limit: number; after?: string },
    onAnswer: (comments: Said[]) => void,
  ): Promise<void> {
    const mine = ++asked;
    const before = changes;
    const answer = await read(page);
    if (mine !== asked) return;
    // The answer may be older than what somebody has said meanwhile.
    if (before !== changes) return ask(page, onAnswer);
    order = page.order;
    total = answer.total;
    after = answer.comments.at(-1)?.internalOrder ?? after;
    onAnswer(answer.comments);
    for (const said of answer.comments) keep(said);
    hasMore = answer.comments.length === page.limit && (total === undefined || total > shown.size);
    draw();
  }

  return {
    draw,
    /** Reads what is shown anew, or for the first time. */
    load: (wanted: Order = order) => {
      const many = Math.min(Math.max(limit, shown.size), limits.commentsPerPageMost);
      return ask({ order: wanted, limit: many }, (comments) => {
        const ids = new Set(comments.map(({ id }) => id));
        for (const id of shown.keys()) if (!ids.has(id)) drop(id);
      });
    },
    /** @returns how many came */
    async more(): Promise<number> {
      const before = shown.size;
      await ask({ order, limit, ...(after === undefined ? {} : { after }) }, () => undefined);
      return shown.size - before;
    },
    /** Shows a comment that is new, or has changed. */
    put(said: Said): void {
      changes += 1;
      if (!shown.has(said.id) && total !== undefined) total += 1;
      keep(said);
      draw();
    },
    /** @returns the one that now stands nearest to where it was */
    take(id: string): HTMLElement | undefined {
      const all = inOrder();
      const at = all.findIndex(({ said }) => said.id === id);
      changes += 1;
      drop(id);
      if (total !== undefined) total -= 1;
      draw();
      return (all[at + 1] ?? all[at - 1])?.view.element;
    },
    clear(): void {
      asked += 1;
      for (const id of shown.keys()) drop(id);
      after = total = undefined;
      hasMore = false;
      onDraw();
    },
    state: () => ({ order, hasMore, total: total ?? shown.size }),
  };
}

/** They are numbers, too long for a number. */
const compare = (a: string, b: string): number => a.length - b.length || (a < b ? -1 : Number(a > b));

const nextSibling = Object.getOwnPropertyDescriptor(Node.prototype, 'nextSibling')!.get!;
const followingOf = (node: Node) => nextSibling.call(node) as Node | null;

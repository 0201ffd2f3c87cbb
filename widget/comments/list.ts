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
  read: (question: Question) => Promise<{ comments: Said[]; total?: number }>;
  createView: (said: Said) => View;
  /** After every change of what is shown. */
  onDraw: () => void;
}

interface Question {
  order: Order;
  limit: number;
  after?: string;
}

interface Shown {
  said: Said;
  view: View;
}

export class CommentList {
  readonly #options: ListOptions;
  readonly #shown = new Map<string, Shown>();
  #order: Order;
  /** The last one that came in order; what members add meanwhile stands outside of it. */
  #after: string | undefined;
  #total: number | undefined;
  #hasMore = false;
  /** An answer that is overtaken by another question is dropped. */
  #asked = 0;
  /** What members have changed here. */
  #changes = 0;

  constructor(options: ListOptions) {
    this.#options = options;
    this.#order = options.order;
  }

  draw(): void {
    const { anchor, onDraw } = this.#options;
    let next = anchor;
    for (const { said, view } of this.#inOrder().toReversed()) {
      view.draw(said);
      // What stands right is not moved: it may hold the focus.
      if (followingOf(view.element) !== next) parent(anchor).insertBefore(view.element, next);
      next = view.element;
    }
    onDraw();
  }

  /** Reads what is shown anew, or for the first time. */
  load(order: Order = this.#order): Promise<void> {
    const many = Math.min(Math.max(this.#options.limit, this.#shown.size), limits.commentsPerPageMost);
    return this.#ask({ order, limit: many }, (comments) => {
      const ids = new Set(comments.map(({ id }) => id));
      for (const id of this.#shown.keys()) if (!ids.has(id)) this.#drop(id);
    });
  }

  /** @returns how many came */
  async more(): Promise<number> {
    const before = this.#shown.size;
    const after = this.#after;
    await this.#ask({
      order: this.#order,
      limit: this.#options.limit,
      ...(after === undefined ? {} : { after }),
    });
    return this.#shown.size - before;
  }

  /** Shows a comment that is new, or has changed. */
  put(said: Said): void {
    this.#changes += 1;
    if (!this.#shown.has(said.id) && this.#total !== undefined) this.#total += 1;
    this.#keep(said);
    this.draw();
  }

  /** @returns the one that now stands nearest to where it was */
  take(id: string): HTMLElement | undefined {
    const all = this.#inOrder();
    const at = all.findIndex(({ said }) => said.id === id);
    this.#changes += 1;
    this.#drop(id);
    if (this.#total !== undefined) this.#total -= 1;
    this.draw();
    return (all[at + 1] ?? all[at - 1])?.view.element;
  }

  clear(): void {
    this.#asked += 1;
    for (const id of this.#shown.keys()) this.#drop(id);
    this.#after = this.#total = undefined;
    this.#hasMore = false;
    this.#options.onDraw();
  }

  state(): { order: Order; hasMore: boolean; total: number } {
    return { order: this.#order, hasMore: this.#hasMore, total: this.#total ?? this.#shown.size };
  }

  async #ask(question: Question, onAnswer: (comments: Said[]) => void = () => undefined): Promise<void> {
    const mine = ++this.#asked;
    const before = this.#changes;
    const { comments, total } = await this.#options.read(question);
    if (mine !== this.#asked) return;
    // The answer may be older than what somebody has said meanwhile.
    if (before !== this.#changes) return this.#ask(question, onAnswer);
    this.#order = question.order;
    this.#total = total;
    this.#after = comments.at(-1)?.internalOrder ?? this.#after;
    onAnswer(comments);
    for (const said of comments) this.#keep(said);
    this.#hasMore = comments.length === question.limit && (total === undefined || total > this.#shown.size);
    this.draw();
  }

  #inOrder(): Shown[] {
    const sorted = [...this.#shown.values()].toSorted((a, b) => compare(a.said.internalOrder, b.said.internalOrder));
    return this.#order === 'oldest' ? sorted : sorted.toReversed();
  }

  #keep(said: Said): void {
    this.#shown.set(said.id, { said, view: this.#shown.get(said.id)?.view ?? this.#options.createView(said) });
  }

  #drop(id: string): void {
    this.#shown.get(id)?.view.element.remove();
    this.#shown.delete(id);
  }
}

/** They are numbers, too long for a number. */
const compare = (a: string, b: string): number => a.length - b.length || (a < b ? -1 : Number(a > b));

const nextSibling = Object.getOwnPropertyDescriptor(Node.prototype, 'nextSibling')!.get!;
const followingOf = (node: Node) => nextSibling.call(node) as Node | null;

import type { Comment as Said } from '../../contract/comments.ts';
import { commentLimits } from '../../contract/comment-limits.ts';
import { following, parent } from '../page/dom.ts';

/** Comments in one place of a page: the posts of a channel, or the replies to one of them. */

export type Order = 'newest' | 'oldest';

/** How one comment is drawn. */
export interface View {
  element: HTMLElement;
  draw: (said: Said) => void;
  /** Whether somebody is changing its words at the moment. */
  isEdited: () => boolean;
}

interface ListOptions {
  order: Order;
  /** The first comment stands lowest, and more of them come above, as in a conversation. */
  isUpward: boolean;
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
  after?: string | undefined;
}

interface Shown {
  said: Said;
  view: View;
}

/** What the last answer says of the place, kept up to date with what members do here. */
interface Known {
  order: Order;
  hasMore: boolean;
  /** Of the last comment that came in order; what members add meanwhile stands outside of it. */
  after?: string | undefined;
  /** How many comments there are; undefined before the first answer, and where the service does not count. */
  total?: number | undefined;
}

export class CommentList {
  readonly #options: ListOptions;
  readonly #shown = new Map<string, Shown>();
  #known: Known;
  /** Raised by what begins anew: answers to what was asked before are dropped. */
  #era = 0;
  /** The last question, which the next waits for; a failure is its caller's. */
  #asked: Promise<void> = Promise.resolve();
  /** What members have changed here. */
  #changes = 0;

  constructor(options: ListOptions) {
    this.#options = options;
    this.#known = { order: options.order, hasMore: false };
  }

  draw(): void {
    const { anchor, onDraw } = this.#options;
    let next = anchor;
    for (const { said, view } of this.#inOrder().toReversed()) {
      view.draw(said);
      // What stands right is not moved: it may hold the focus.
      if (following(view.element) !== next) parent(anchor).insertBefore(view.element, next);
      next = view.element;
    }
    onDraw();
  }

  /** Reads what is shown anew, or for the first time: what is not in the answer goes. */
  load(order: Order = this.#known.order): Promise<void> {
    this.#era += 1;
    return (this.#asked = this.#ask({ order, limit: this.#limitFor(this.#shown.size) }, (comments) => {
      this.#known = { order, hasMore: false };
      this.#dropAllBut(comments);
    }));
  }

  /**
   * Reads what is shown anew after news. What lies beyond one answer stays as it is: it is being read.
   *
   * @param added how many comments have come since, so that none that is shown has to make room
   */
  refresh(added = 0): Promise<void> {
    return this.#inTurn(() => {
      const { order } = this.#known;
      const limit = this.#limitFor(this.#shown.size + added);
      return this.#ask({ order, limit }, (comments) => {
        const end = comments.length === limit ? comments.at(-1)!.internalOrder : undefined;
        this.#dropAllBut(comments, (said) => end !== undefined && isFurther(order, said.internalOrder, end));
      });
    });
  }

  /** @returns how many came */
  async more(): Promise<number> {
    let count = 0;
    await this.#inTurn(async () => {
      const before = this.#shown.size;
      const { order, after } = this.#known;
      await this.#ask({ order, limit: this.#options.limit, after });
      count = this.#shown.size - before;
    });
    return count;
  }

  /** Shows a comment that is new, or has changed. */
  put(said: Said): void {
    this.#change(this.#shown.has(said.id) ? 0 : 1);
    this.#keep(said);
    this.draw();
  }

  /** @returns the one that now stands nearest to where it was */
  take(id: string): HTMLElement | undefined {
    const all = this.#inOrder();
    const at = all.findIndex(({ said }) => said.id === id);
    this.#change(-1);
    this.#drop(id);
    this.draw();
    return (all[at + 1] ?? all[at - 1])?.view.element;
  }

  clear(): void {
    this.#era += 1;
    for (const id of this.#shown.keys()) this.#drop(id);
    this.#known = { order: this.#known.order, hasMore: false };
    this.#options.onDraw();
  }

  state(): Readonly<Known> {
    return this.#known;
  }

  /** Asks once the question before is answered, unless the place begins anew meanwhile. */
  #inTurn(ask: () => Promise<void>): Promise<void> {
    const era = this.#era;
    const go = async () => {
      if (era === this.#era) await ask();
    };
    return (this.#asked = this.#asked.then(go, go));
  }

  async #ask(question: Question, onAnswer: (comments: Said[]) => void = () => undefined): Promise<void> {
    const era = this.#era;
    const before = this.#changes;
    const { comments, total } = await this.#options.read(question);
    if (era !== this.#era) return;
    // A stale read: a member has changed something since it was asked for.
    if (before !== this.#changes) return this.#ask(question, onAnswer);
    onAnswer(comments);
    for (const said of comments) this.#keep(said);
    const last = comments.at(-1)?.internalOrder;
    const { after } = this.#known;
    this.#known = {
      order: question.order,
      hasMore: comments.length === question.limit && (total === undefined || total > this.#shown.size),
      after: last === undefined || (after !== undefined && isFurther(question.order, after, last)) ? after : last,
      total,
    };
    this.draw();
  }

  /** @param count by how many comments there are more */
  #change(count: number): void {
    this.#changes += 1;
    if (this.#known.total !== undefined) this.#known.total += count;
  }

  #inOrder(): Shown[] {
    const sorted = [...this.#shown.values()].toSorted((a, b) => compare(a.said.internalOrder, b.said.internalOrder));
    return (this.#known.order === 'oldest') === this.#options.isUpward ? sorted.toReversed() : sorted;
  }

  #keep(said: Said): void {
    this.#shown.set(said.id, { said, view: this.#shown.get(said.id)?.view ?? this.#options.createView(said) });
  }

  #dropAllBut(comments: Said[], isKept: (said: Said) => boolean = () => false): void {
    const ids = new Set(comments.map(({ id }) => id));
    for (const [id, { said, view }] of this.#shown)
      if (!ids.has(id) && !view.isEdited() && !isKept(said)) this.#drop(id);
  }

  #limitFor(count: number): number {
    return Math.min(Math.max(this.#options.limit, count), commentLimits.commentsPerPageMost);
  }

  #drop(id: string): void {
    this.#shown.get(id)?.view.element.remove();
    this.#shown.delete(id);
  }
}

/** Whether one comment comes later than another in an order. */
const isFurther = (order: Order, one: string, other: string): boolean =>
  order === 'newest' ? compare(one, other) < 0 : compare(one, other) > 0;

/** They are numbers, too long for a number. */
const compare = (a: string, b: string): number => a.length - b.length || (a < b ? -1 : Number(a > b));

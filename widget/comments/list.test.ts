import { expect, test } from 'vitest';
import type { Comment as Said } from '../../contract/comments.ts';
import { arrive } from '../testing/visit.ts';
import { CommentList, type Order } from './list.ts';

/** A place with comments 1 to `count`, as many of them shown as `shown` says. */
async function talk({ count, shown, order = 'newest' }: { count: number; shown: number; order?: Order }) {
  arrive();
  const anchor = new Comment('');
  document.body.append(anchor);
  const said = (number: number) => ({ id: `c${number}`, internalOrder: String(number) }) as Said;
  const stored = Array.from({ length: count }, (_, at) => said(at + 1));
  const edited = new Set<string>();
  /** Answers that are held back, in the order they were asked for; none are while it is undefined. */
  const held: { waiting?: (() => void)[] } = {};
  const list = new CommentList({
    order,
    isUpward: false,
    limit: 20,
    anchor,
    async read({ order: wanted, limit, after }) {
      const all = wanted === 'newest' ? stored.toReversed() : stored;
      await new Promise<void>((resolve) => (held.waiting ? held.waiting.push(resolve) : resolve()));
      const from = after === undefined ? 0 : all.findIndex(({ internalOrder }) => internalOrder === after) + 1;
      return { comments: all.slice(from, from + limit), total: stored.length };
    },
    createView({ id }) {
      const element = Object.assign(document.createElement('p'), { id });
      return { element, draw: () => undefined, isEdited: () => edited.has(id) };
    },
    onDraw: () => undefined,
  });
  await list.load();
  while (list.state().hasMore && elements().length < shown) await list.more();
  function elements(): string[] {
    return [...document.body.querySelectorAll('p')].map(({ id }) => id);
  }
  return { list, stored, edited, said, elements, held };
}

test('news leave all comments in the page that were loaded, more than one answer has', async () => {
  const { list, stored, said, elements } = await talk({ count: 200, shown: 140 });
  const before = elements();
  expect(before).toHaveLength(140);
  stored.push(said(201));
  await list.refresh(1);
  expect(elements()).toEqual(['c201', ...before]);
  await list.more();
  expect(elements()).toHaveLength(161);
  expect(new Set(elements()).size).toBe(161);
});

test('news take a deleted comment away, except while its words are being changed', async () => {
  const { list, stored, edited, elements } = await talk({ count: 5, shown: 5 });
  edited.add('c2');
  stored.splice(1, 2);
  await list.refresh();
  expect(elements()).toEqual(['c5', 'c4', 'c2', 'c1']);
  edited.clear();
  await list.refresh();
  expect(elements()).toEqual(['c5', 'c4', 'c1']);
});

test('a comment that was written here stays in the page, although those before it are not loaded', async () => {
  const { list, stored, said, elements } = await talk({ count: 50, shown: 20, order: 'oldest' });
  stored.push(said(51));
  list.put(said(51));
  await list.refresh();
  expect(elements()).toHaveLength(22);
  expect(elements().at(-1)).toBe('c51');
  await list.more();
  expect(elements()).toHaveLength(42);
});

test('another order shows what the answer has and nothing else', async () => {
  const { list, elements } = await talk({ count: 200, shown: 140 });
  await list.load('oldest');
  expect(elements()[0]).toBe('c1');
  expect(elements()).toHaveLength(100);
  await list.more();
  expect(elements().at(-1)).toBe('c120');
});

test.each(['more first', 'news first'])(
  'more comments and news that are asked for at once both come, %s',
  async (order) => {
    const { list, stored, said, elements, held } = await talk({ count: 60, shown: 20 });
    held.waiting = [];
    const asking = order === 'more first' ? [list.more(), list.refresh(1)] : [list.refresh(1), list.more()];
    stored.push(said(61));
    await expect.poll(() => held.waiting).not.toEqual([]);
    const { waiting } = held;
    delete held.waiting;
    for (const answer of waiting) answer();
    expect(await Promise.all(asking)).toContain(20);
    expect([elements()[0], elements().at(-1), elements().length]).toEqual(['c61', 'c21', 41]);
  },
);

test('another order drops what is still asked for in the one before', async () => {
  const { list, elements, held } = await talk({ count: 60, shown: 20 });
  held.waiting = [];
  const [news, more] = [list.refresh(), list.more()];
  await expect.poll(() => held.waiting).not.toEqual([]);
  const { waiting } = held;
  delete held.waiting;
  await list.load('oldest');
  for (const answer of waiting) answer();
  await news;
  expect(await more).toBe(0);
  expect([elements()[0], elements().at(-1)]).toEqual(['c1', 'c20']);
});

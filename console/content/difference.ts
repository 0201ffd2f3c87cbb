import { textsIn } from '../../shared/content-pieces.ts';
import { placeWords, type Shape } from './form-shape.ts';

/** A text that differs between two documents. */
export interface TextDifference {
  /** In the words of the form. */
  where: string;
  /** Missing for a new one. */
  before?: string;
  /** Missing for one that is taken away. */
  after?: string;
}

/**
 * What differs between two documents, text by text. Entries of a list of questions or people are told by their first
 * text, so that a new one at the top is one difference, not a change of all; another order of those that stay is one, too.
 */
export function findDifferences(shape: Shape, before: unknown, after: unknown): TextDifference[] {
  if (shape.is === 'list') return listDifferences(shape, before as readonly unknown[], after as readonly unknown[]);
  if (shape.is === 'record')
    return Object.entries(shape.fields).flatMap(([key, field]) =>
      findDifferences(field, valueOf(before, key), valueOf(after, key)).map((each) => ({
        ...each,
        where: shape.label === undefined ? each.where : `${shape.label}, ${each.where}`,
      })),
    );
  return before === after ? [] : [{ where: shape.label, ...textOf('before', before), ...textOf('after', after) }];
}

const valueOf = (record: unknown, key: string) => (record as Record<string, unknown>)[key];
const textOf = (name: 'before' | 'after', text: unknown) => (typeof text === 'string' ? { [name]: text } : {});
const nameOf = (entry: unknown) => textsIn(entry)[0]?.text ?? '';

function listDifferences(
  shape: Extract<Shape, { is: 'list' }>,
  before: readonly unknown[],
  after: readonly unknown[],
): TextDifference[] {
  const where = (index: number) => placeWords(shape, [index]);
  const names = before.map(nameOf);
  // Where those that stay stood before, with what they are called now, in the order of now.
  const kept = new Map<number, string>();
  const differences = after.flatMap((entry, index): TextDifference[] => {
    const byName = names.findIndex((name, at) => name === nameOf(entry) && !kept.has(at));
    // The same number of entries: one whose first text was changed stays the same one.
    const isInPlace =
      byName === -1 && before.length === after.length && !after.some((each) => nameOf(each) === names[index]);
    const at = isInPlace ? index : byName;
    if (at === -1) return [{ where: where(index), after: wordsOf(entry) }];
    kept.set(at, nameOf(entry));
    return findDifferences(shape.each, before[at], entry).map((each) => ({
      ...each,
      where: shape.each.is === 'text' ? where(index) : `${where(index)}, ${each.where}`,
    }));
  });
  const removed = before.flatMap((entry, index) =>
    kept.has(index) ? [] : [{ where: where(index), before: wordsOf(entry) }],
  );
  const places = [...kept.keys()];
  const ordered = places.toSorted((one, other) => one - other);
  const order = {
    where: `Order${shape.label === undefined ? '' : ` of ${shape.label}`}`,
    before: ordered.map((at) => names[at]).join(' · '),
    after: [...kept.values()].join(' · '),
  };
  const isMoved = places.some((at, place) => at !== ordered[place]);
  return [...differences, ...removed, ...(isMoved ? [order] : [])];
}

const wordsOf = (entry: unknown) =>
  textsIn(entry)
    .map(({ text }) => text)
    .join('\n');

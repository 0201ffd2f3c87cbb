import { useState } from 'react';
import type { SentListQuery } from '../../contract/console/list.ts';

/** Rows that were chosen in a list: those ticked, or all that its search and filters find. */
export type Chosen = { ids: readonly string[] } | { query: SentListQuery };

/** The rows of a list that boxes stand before. */
interface ListedRows {
  /** Those that are there, in order. */
  ids: readonly string[];
  /** Whether they are all that search and filters find: there is no further page. */
  isWhole: boolean;
  /** How many can be acted on by their ids; more are by search and filters. */
  idsMost: number;
}

/** Rows that are ticked. */
interface Ticks {
  ticked: ReadonlySet<string>;
  /** Whether they stand for all that search and filters find. */
  isFound: boolean;
}

const areAllOf = (ticked: ReadonlySet<string>, ids: readonly string[]) =>
  ids.length > 0 && ids.every((id) => ticked.has(id));

/** Which ticks are left once a list has been read again: a row that is not in a whole list has left it. */
export const ticksLeft = (
  ticked: ReadonlySet<string>,
  { ids, isWhole }: Pick<ListedRows, 'ids' | 'isWhole'>,
): ReadonlySet<string> => (isWhole ? new Set(ids.filter((id) => ticked.has(id))) : ticked);

/** What a press leaves ticked: a whole list that as ids would be too many is all that is found, then and later. */
export const ticksAt = (ticked: ReadonlySet<string>, { ids, isWhole, idsMost }: ListedRows): Ticks => ({
  ticked,
  isFound: isWhole && ids.length > idsMost && areAllOf(ticked, ids),
});

/** What ticks stand for in a list, which may have changed since. */
export const chosenBy = (ticks: Ticks, { ids, idsMost }: Omit<ListedRows, 'isWhole'>) => ({
  areAll: ticks.isFound || areAllOf(ticks.ticked, ids),
  areTooMany: !ticks.isFound && ticks.ticked.size > idsMost,
});

/** What a list's boxes do. */
export interface ChosenRows {
  /** Whether no row can be chosen: those that are there are still of the question before. */
  isStale: boolean;
  isChosen: (id: string) => boolean;
  /** @param isRange whether the rows since the last one go along */
  toggle: (id: string, isRange: boolean) => void;
  /** All of those that are there, or none of them. */
  toggleAll: () => void;
  areAll: boolean;
  /** Whether they are more than can be acted on by their ids. */
  areTooMany: boolean;
  /** All that search and filters find, the pages that were not fetched too. */
  chooseFound: () => void;
  clear: () => void;
  /** Nothing for none. */
  chosen: Chosen | undefined;
}

/**
 * Which rows of a list are chosen. Another search or filter begins anew: what cannot be seen is not acted on.
 *
 * @param listed `isStale` while the rows are still those of another question than the one sent
 */
export function useChosenRows(listed: ListedRows & { isStale: boolean }, sent: SentListQuery): ChosenRows {
  const { ids, isStale } = listed;
  const { sort: _, columns: __, ...query } = sent;
  const found = JSON.stringify(query);
  const none = { found, ticked: new Set<string>(), isFound: false, last: '' };
  const [state, setState] = useState<Ticks & { found: string; last: string }>(none);
  const current = state.found === found ? state : none;
  const tick = (next: ReadonlySet<string>, last = current.last) => setState({ found, last, ...ticksAt(next, listed) });
  const { isFound } = current;
  const ticked = ticksLeft(current.ticked, listed);
  const { areAll, areTooMany } = chosenBy({ ticked, isFound }, listed);

  function toggle(id: string, isRange: boolean): void {
    if (isStale) return;
    const from = isFound ? new Set(ids) : ticked;
    const isOn = !from.has(id);
    const ends = [ids.indexOf(current.last), ids.indexOf(id)].toSorted((one, other) => one - other);
    const [first = -1, last = -1] = ends;
    const range = isRange && first >= 0 ? ids.slice(first, last + 1) : [id];
    const next = new Set(from);
    for (const each of range)
      if (isOn) next.add(each);
      else next.delete(each);
    tick(next, id);
  }

  return {
    isStale,
    isChosen: (id) => isFound || ticked.has(id),
    toggle,
    toggleAll: () => tick(new Set(areAll ? [] : ids)),
    areAll,
    areTooMany,
    chooseFound: () => setState({ ...current, isFound: true }),
    clear: () => tick(new Set()),
    chosen: isFound ? { query } : ticked.size > 0 ? { ids: [...ticked] } : undefined,
  };
}

import type { RawBuilder } from 'kysely';
import type {
  FilterColumn,
  ListDeclaration,
  ListFilter,
  ListQuery,
  ShownColumn,
  SortColumn,
} from '../../../contract/console/list.ts';
import type { Database } from '../database/database.ts';
import type { Condition, FilterCondition } from './conditions.ts';
import type { SortType } from './cursor.ts';

/** What a list may be sorted by. */
export interface Sort {
  /** Never null: a row beyond a null would be on no page. */
  by: RawBuilder<unknown>;
  type: SortType;
}

/**
 * A part of a query that an index tells rows by which knows nothing of the order: the words of a search, the value of a
 * field. The planner cannot tell how many there are, unless the finder says so.
 */
export interface Finder {
  /** As the index serves it. */
  byIndex: Condition;
  /** The same for a row at hand, as cheap as can be: it is asked of many, one after the other in the list's order. */
  byRow: Condition;
  /** The filter that `byIndex` says, which then need not be asked once more. */
  covers?: ListFilter;
  /** Whether the planner can tell how many `byIndex` finds. Many are then not looked for: the order leads to a page of them. */
  isForeseen?: true;
}

/** Where the rows of a list come from. Each column that the declaration names must be here, or it does not compile. */
export interface ListSource<List extends ListDeclaration, Row extends { id: string }> {
  list: List;
  /** What follows `from`. */
  from: RawBuilder<unknown>;
  /** What tells rows apart, and decides between those that are equal in a sort. */
  id: RawBuilder<unknown>;
  /** Whether ids are numbers. Text otherwise. */
  hasNumericId?: true;
  /**
   * What holds for all rows: the scope of the person who reads.
   *
   * @param isFoundFirst whether the index of words finds the rows. No other index should then serve these conditions: to
   *   intersect them takes longer than to look at what is found
   */
  where(isFoundFirst: boolean): readonly Condition[];
  /** @returns undefined where the text has nothing to look for */
  search?: (text: string) => Condition | undefined;
  /** In place of `search`, what an index of its own finds; undefined where a query has nothing like that. */
  find?: (query: ListQuery) => Finder | undefined;
  filters: Readonly<Record<FilterColumn<List>, FilterCondition>>;
  sorts: Readonly<Record<SortColumn<List>, Sort>>;
  /**
   * The rows of a page, in any order; those that are gone meanwhile are left out.
   *
   * @param columns that are shown: what only others show may be left empty
   */
  read(db: Database, ids: readonly string[], columns: readonly string[]): Promise<Row[]>;
  /** What an export writes; null for no value. */
  cells: Readonly<Record<ShownColumn<List>, (row: Row) => string | null>>;
}

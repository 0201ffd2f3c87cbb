import {
  filterName,
  type ListColumn,
  type ListDeclaration,
  type ListFilter,
  type ListOperator,
  type SentListQuery,
} from '../../contract/console/list.ts';
import { isBound } from './time-bounds.ts';

/** What a list shows: all of it stands in the address. */
export interface ListState {
  search: string;
  filters: readonly ListFilter[];
  /** A column, with a minus for the largest first. */
  sort: string;
  /** Shown columns, in their order. */
  columns: readonly string[];
}

/** Columns that are shown where the address names none. */
export const usualColumns = ({ columns }: ListDeclaration): string[] =>
  Object.entries(columns).flatMap(([name, { hidden, filterOnly }]) => (hidden || filterOnly ? [] : [name]));

/** Columns that may be shown, in the order of the declaration. */
export const possibleColumns = ({ columns }: ListDeclaration): string[] =>
  Object.entries(columns).flatMap(([name, { filterOnly }]) => (filterOnly ? [] : [name]));

/** Filters that a list has. */
const filtersOf = ({ columns }: ListDeclaration) =>
  Object.entries(columns).flatMap(([column, declared]) =>
    (declared.filter ?? []).map((operator) => ({ column, operator, declared })),
  );

/** Whether the service takes a value. Others are left out: an old or mistyped address shows a list, not an error. */
function isValue({ holds, values = [] }: ListColumn, value: string): boolean {
  if (holds === 'time' || holds === 'day') return isBound(value);
  if (holds === 'yes-no') return value === 'yes' || value === 'no';
  return holds === 'choice' ? values.includes(value) : value !== '';
}

/** Reads what an address says of a list. */
export function readListState(list: ListDeclaration, params: URLSearchParams): ListState {
  const possible = possibleColumns(list);
  const named = (params.get('columns') ?? '').split(',').filter((name) => possible.includes(name));
  const sort = params.get('sort') ?? list.order;
  return {
    search: list.search === undefined ? '' : (params.get('search') ?? ''),
    filters: filtersOf(list).flatMap(({ column, operator, declared }) => {
      const values = params.getAll(filterName(column, operator)).filter((value) => isValue(declared, value));
      return values.length > 0 ? [{ column, operator, values: [...new Set(values)] }] : [];
    }),
    sort: list.columns[sort.replace(/^-/, '')]?.sort ? sort : list.order,
    columns: named.length > 0 ? [...new Set(named)] : usualColumns(list),
  };
}

/** The address that says so: only what differs from the list as it is opened, beside what is not about the list. */
export function writeListState(list: ListDeclaration, state: ListState, params: URLSearchParams): URLSearchParams {
  const next = new URLSearchParams(params);
  for (const name of ['search', 'sort', 'columns']) next.delete(name);
  for (const { column, operator } of filtersOf(list)) next.delete(filterName(column, operator));
  for (const [name, sent] of Object.entries(sentQuery(list, state)))
    for (const value of [sent ?? []].flat()) next.append(name, value);
  return next;
}

/** The query that the call of the list takes, without the page. */
export function sentQuery(list: ListDeclaration, { search, filters, sort, columns }: ListState): SentListQuery {
  const isUsual = columns.join() === usualColumns(list).join();
  return {
    ...(search.trim() !== '' && { search: search.trim() }),
    ...Object.fromEntries(filters.map(({ column, operator, values }) => [filterName(column, operator), values])),
    ...(sort !== list.order && { sort }),
    ...(!isUsual && { columns: columns.join(',') }),
  };
}

/** The filters with one of them replaced; taken out where it has no values. */
export const withFilter = (filters: readonly ListFilter[], changed: ListFilter): ListFilter[] => {
  const others = filters.filter(({ column, operator }) => column !== changed.column || operator !== changed.operator);
  return changed.values.length > 0 ? [...others, changed] : others;
};

/** What a dialog is opened for: a filter that is set, or another one of a column. */
export type EditedFilter = Pick<ListFilter, 'column'> & Partial<Pick<ListFilter, 'operator'>>;

/** The filters that a dialog is about: both bounds of a time, else one alone. */
export function filtersEdited(
  { columns }: ListDeclaration,
  filters: readonly ListFilter[],
  { column, operator }: EditedFilter,
): ListFilter[] {
  const ofColumn = filters.filter((filter) => filter.column === column);
  const { holds } = columns[column]!;
  if (holds === 'time' || holds === 'day') return ofColumn;
  return ofColumn.filter((filter) => operator === undefined || filter.operator === operator).slice(0, 1);
}

/** The filters with what a dialog was about replaced by what was chosen in it. */
export function withEdited(
  filters: readonly ListFilter[],
  edited: readonly ListFilter[],
  chosen: readonly ListFilter[],
): ListFilter[] {
  const others = filters.filter((filter) => !edited.includes(filter));
  return chosen.reduce((all, filter) => withFilter(all, filter), others);
}

/** What a press on a header sorts by: the smallest first, then the largest first. */
export const nextSort = (sort: string, column: string): string => (sort === column ? `-${column}` : column);

/** Words of a comparison, before its values. */
export const operatorWords: Readonly<Record<ListOperator, string>> = {
  is: 'is',
  not: 'is not',
  begins: 'begins with',
  from: 'from',
  until: 'until',
};

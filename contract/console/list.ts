import * as z from 'zod/mini';

/**
 * Lists of the console. A list is declared once: its columns, and what each of them may be asked. The schema of its query
 * follows from that, the server's statements and the export too, and the browser's chips and headers.
 */

/** How a filter compares: `plan=…`, `plan.not=…`, `action.begins=…`, `created.from=…`, `created.until=…`. */
export type ListOperator = 'is' | 'not' | 'begins' | 'from' | 'until';

/** A column of a list. */
export interface ListColumn {
  /** The header that people read. */
  label: string;
  /**
   * What it holds. A choice has few values, which are named; a time is compared by day (UTC) or moment; a day is the same
   * in every zone.
   */
  holds: 'text' | 'yes-no' | 'time' | 'day' | 'choice';
  /** The values of a choice. */
  values?: readonly string[];
  filter?: readonly ListOperator[];
  sort?: true;
  /** Left out unless `columns` names it. */
  hidden?: true;
  /** Filters alone: no column of the answer or the export. */
  filterOnly?: true;
}

/** A list as it is declared. */
export interface ListDeclaration {
  /** What is searched, for the field's placeholder; none where the list has no search. */
  search?: string;
  columns: Readonly<Record<string, ListColumn>>;
  /** Columns that are known when the list is asked alone, fields of a site say: their names begin with this. */
  open?: { prefix: string; column: ListColumn };
  /** The order where the query names none: a column, with a minus for the largest first. */
  order: string;
}

/** Declares a list. @throws Error where its order is by a column without `sort` */
export function defineList<const List extends ListDeclaration>(list: List): List {
  if (!sortsOf(list).includes(list.order)) throw new Error(`The list cannot be sorted by "${list.order}".`);
  return list;
}

const openName = /^[A-Za-z][A-Za-z0-9_-]{0,63}$/;

/** A list with those of its open columns that a query names. */
function withOpenColumns<List extends ListDeclaration>(list: List, sent: unknown): List {
  const { open } = list;
  if (open === undefined || typeof sent !== 'object' || sent === null) return list;
  const { columns } = sent as { columns?: unknown };
  const named = [
    ...Object.keys(sent).map((parameter) => parameter.replace(/\.(?:not|begins|from|until)$/, '')),
    ...(typeof columns === 'string' ? columns.split(',') : []),
  ].filter((name) => name.startsWith(open.prefix) && openName.test(name.slice(open.prefix.length)));
  const opened = named.map((name) => [name, { ...open.column, label: name.slice(open.prefix.length) }]);
  return { ...list, columns: { ...list.columns, ...Object.fromEntries(opened) } };
}

/** Names of the columns that have a property. */
type ColumnsWith<List extends ListDeclaration, Property> = {
  [Name in keyof List['columns']]: List['columns'][Name] extends Property ? Name : never;
}[keyof List['columns']] &
  string;
/** Columns that a list may be sorted by. */
export type SortColumn<List extends ListDeclaration> = ColumnsWith<List, { sort: true }>;
/** Columns that a list may be filtered by. */
export type FilterColumn<List extends ListDeclaration> = ColumnsWith<List, { filter: readonly ListOperator[] }>;
/** Columns that an answer shows and an export writes. */
export type ShownColumn<List extends ListDeclaration> = Exclude<
  keyof List['columns'] & string,
  ColumnsWith<List, { filterOnly: true }>
>;

/** Rows of one answer. */
export const listLimits = { usual: 50, most: 100, searchLength: 200, filterValues: 50, countedTo: 10_000 } as const;

/** The query of a list as it is sent: text, or several texts of a filter that takes any of them. */
export type SentListQuery = Record<string, string | readonly string[] | undefined>;

/** One filter of a query: the column passes where the comparison with one of the values is true. */
export interface ListFilter {
  column: string;
  operator: ListOperator;
  values: readonly string[];
}

/** The query of a list, read. */
export interface ListQuery {
  search: string;
  filters: readonly ListFilter[];
  sort: { column: string; descending: boolean };
  /** Shown columns, in their order. */
  columns: readonly string[];
  /** The `endCursor` of the page before. */
  after: string | undefined;
  limit: number;
}

const columnsOf = ({ columns }: ListDeclaration) => Object.entries(columns);
const namesOf = (list: ListDeclaration, keep: (column: ListColumn) => unknown) =>
  columnsOf(list).flatMap(([name, column]) => (keep(column) ? [name] : []));

/** The values of `sort`: a column, with a minus for the largest first. */
export const sortsOf = (list: ListDeclaration): string[] =>
  namesOf(list, ({ sort }) => sort).flatMap((name) => [name, `-${name}`]);

const shownOf = (list: ListDeclaration) => namesOf(list, ({ filterOnly }) => !filterOnly);

/** The parameter of a filter: `plan` for `is`, else `plan.not`. */
export const filterName = (column: string, operator: ListOperator): string =>
  operator === 'is' ? column : `${column}.${operator}`;

const moment = z.union([z.iso.date(), z.iso.datetime({ offset: true })]);

function valueOf({ holds, values = [] }: ListColumn) {
  if (holds === 'time' || holds === 'day') return moment;
  if (holds === 'yes-no') return z.enum(['yes', 'no']);
  return holds === 'choice' ? z.enum(values) : z.string().check(z.minLength(1), z.maxLength(listLimits.searchLength));
}

/** One value or several: repeated parameters arrive as an array. */
const oneOrMore = (column: ListColumn) =>
  z.pipe(
    z.transform((sent: unknown) => (Array.isArray(sent) ? (sent as unknown[]) : [sent])),
    z.array(valueOf(column)).check(z.maxLength(listLimits.filterValues)),
  );

const filterEntries = (list: ListDeclaration) =>
  columnsOf(list).flatMap(([name, column]) =>
    (column.filter ?? []).map((operator) => ({ name, column, operator, parameter: filterName(name, operator) })),
  );

const commaSeparated = z.pipe(
  z.string(),
  z.transform((text) => text.split(',')),
);

const wholeNumber = z.pipe(z.string().check(z.regex(/^\d{1,6}$/)), z.transform(Number));

function shapeOf(list: ListDeclaration, isExport: boolean) {
  const filters = filterEntries(list).map(({ parameter, column }) => [parameter, z.optional(oneOrMore(column))]);
  return {
    ...(list.search !== undefined && { search: z.optional(z.string().check(z.maxLength(listLimits.searchLength))) }),
    ...(Object.fromEntries(filters) as Record<string, z.ZodMiniOptional>),
    sort: z.optional(z.enum(sortsOf(list))),
    columns: z.optional(z.pipe(commaSeparated, z.array(z.enum(shownOf(list))))),
    ...(!isExport && {
      after: z.optional(z.string().check(z.maxLength(1_000))),
      limit: z.optional(wholeNumber.check(z.minimum(1), z.maximum(listLimits.most))),
    }),
  };
}

/** The shape that {@link shapeOf} validates, before it is read. */
interface CheckedQuery {
  [filter: string]: unknown;
  search?: string;
  sort?: string;
  columns?: string[];
  after?: string;
  limit?: number;
}

const closedSchema = (list: ListDeclaration, isExport: boolean) =>
  z.pipe(
    z.strictObject(shapeOf(list, isExport)),
    z.transform((query) => readQuery(list, query as CheckedQuery)),
  ) as unknown as z.ZodMiniType<ListQuery, SentListQuery>;

const querySchema = (list: ListDeclaration, isExport: boolean) =>
  list.open === undefined
    ? closedSchema(list, isExport)
    : (z.pipe(
        z.unknown(),
        z.transform((sent, context) => {
          const read = closedSchema(withOpenColumns(list, sent), isExport).safeParse(sent);
          if (read.success) return read.data;
          context.issues.push(...read.error.issues.map((issue) => ({ ...issue, input: sent }) as never));
          return z.NEVER;
        }),
      ) as unknown as z.ZodMiniType<ListQuery, SentListQuery>);

/** The schema of a list's query. A parameter that the list has not is refused, and the refusal names it. */
export const listQuery = (list: ListDeclaration): z.ZodMiniType<ListQuery, SentListQuery> => querySchema(list, false);

/** The same for an export, which has no pages. */
export const exportQuery = (list: ListDeclaration): z.ZodMiniType<ListQuery, SentListQuery> => querySchema(list, true);

function readQuery(list: ListDeclaration, { search = '', sort = list.order, ...query }: CheckedQuery): ListQuery {
  const filters = filterEntries(list).flatMap(({ name, operator, parameter }) => {
    const values = query[parameter] as string[] | undefined;
    return values === undefined ? [] : [{ column: name, operator, values }];
  });
  const shown = namesOf(list, ({ filterOnly, hidden }) => !filterOnly && !hidden);
  return {
    search: search.trim(),
    filters,
    sort: { column: sort.replace(/^-/, ''), descending: sort.startsWith('-') },
    columns: [...new Set(query.columns ?? shown)],
    after: query.after,
    limit: query.limit ?? listLimits.usual,
  };
}

/** How many rows a list has: exact up to ten thousand, beyond that an estimate to be shown with "about". */
export const ListCount = z.object({ rows: z.number(), isExact: z.boolean() });
export type ListCount = z.infer<typeof ListCount>;

/** A page of a list. */
export const listAnswer = <Row extends z.ZodMiniType>(row: Row) =>
  z.object({
    data: z.array(row),
    /** The `after` of the next page; null for an empty page. */
    endCursor: z.nullable(z.string()),
    hasNextPage: z.boolean(),
    count: ListCount,
  });

import { Download } from 'lucide-react';
import { lazy, Suspense, useMemo, type ReactNode } from 'react';
import type { ListCount, SentListQuery } from '../../contract/console/list.ts';
import { Button } from '../../ui/button.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ReadFault } from '../shell/read-fault.tsx';
import type { Choice } from './choice.ts';
import { ChosenBar } from './chosen-bar.tsx';
import { FilterBar } from './filter-bar.tsx';
import { ListTable } from './list-table.tsx';
import { SearchField } from './search-field.tsx';
import { useChosenRows, type Chosen } from './use-chosen-rows.ts';
import { useList, type ListSource } from './use-list.ts';
import type { ViewPlace } from './use-views.ts';

interface ListProps<Row extends object> extends ListSource<Row> {
  /** What the rows are, for screen readers and the count: "members". */
  rowsName: string;
  rowKey: (row: Row) => string;
  /** Where a row leads; nothing for rows that are not opened. */
  rowTo?: (row: Row) => string;
  /** What stands in each column, by its name. The first shown column leads to the row. */
  cells: Readonly<Record<string, (row: Row) => ReactNode>>;
  /** Columns with long texts, which take twice the width. */
  wide?: readonly string[];
  /** Columns with numbers or codes, which take less. */
  narrow?: readonly string[];
  /** Whether rows are one line high on wide screens, which long lists scroll faster with: long texts are cut. */
  isOneLineHigh?: boolean;
  /** Values of columns that hold text and have few: plans, sites. */
  choices?: Readonly<Record<string, readonly Choice[]>>;
  /** The address of the file with the same rows; nothing for those who may not export. */
  exportTo?: ((query: SentListQuery) => string) | undefined;
  /** Where its views are kept; nothing for a list without saved views. */
  views?: ViewPlace;
  /** In place of the rows where there are none at all. */
  empty: ReactNode;
  /** What is offered for rows that are chosen; rows cannot be chosen without. */
  acts?: ((chosen: Chosen, clear: () => void) => ReactNode) | undefined;
  /** How many rows it takes one by one, where that is limited. */
  idsMost?: number;
}

// Later than the rows: a menu of the library weighs more than the list.
const ColumnMenu = lazy(async () => ({ default: (await import('./column-menu.tsx')).ColumnMenu }));

const ViewMenu = lazy(async () => ({ default: (await import('./view-menu.tsx')).ViewMenu }));

/** Every list of the console: search, filters as chips, order, columns, rows that are drawn as they come into view, export. */
export function List<Row extends object>(props: ListProps<Row>) {
  const { declaration, rowsName, rowKey, choices = {}, exportTo, empty, acts, idsMost = Infinity, views } = props;
  const { state, sent, change, show, pages } = useList(props);
  const rows = useMemo(() => pages.data?.pages.flatMap(({ data }) => data) ?? [], [pages.data]);
  const listed = { ids: rows.map(rowKey), isWhole: !pages.hasNextPage, isStale: pages.isPlaceholderData, idsMost };
  const chosenRows = useChosenRows(listed, sent);
  const isNarrowed = state.search !== '' || state.filters.length > 0;
  const count = pages.data?.pages.at(-1)?.count;
  const clear = () => change({ search: '', filters: [] });
  const again = () => (pages.isFetchNextPageError ? pages.fetchNextPage() : pages.refetch());
  const fault = pages.isError && (
    <div className="mt-3">
      <ReadFault named={`The ${rowsName}`} error={pages.error} onAgain={again} />
    </div>
  );

  return (
    <div className="flex flex-col">
      <div className="flex flex-wrap items-center gap-2">
        {declaration.search !== undefined && (
          <SearchField about={declaration.search} search={state.search} onSearch={(search) => change({ search })} />
        )}
        <FilterBar {...{ declaration, choices }} filters={state.filters} onChange={(filters) => change({ filters })} />
        <span className="ml-auto flex items-center gap-2">
          <Suspense fallback={<Skeleton className="h-10 w-11 sm:w-24" />}>
            {views && <ViewMenu {...{ declaration, state }} place={views} onShow={show} />}
            <ColumnMenu declaration={declaration} columns={state.columns} onChange={(columns) => change({ columns })} />
          </Suspense>
          {exportTo && (
            <a
              href={exportTo(sent)}
              download
              className="inline-flex min-h-10 items-center gap-2 rounded-lg border border-control px-3 font-semibold hover:border-brand hover:text-brand"
            >
              <Download className="size-4" aria-hidden="true" />
              <span className="max-sm:sr-only">Export</span>
            </a>
          )}
        </span>
      </div>
      <p role="status" className="mt-3 text-sm text-muted">
        {count && !pages.isPlaceholderData ? countWords(count, rowsName) : `Looking for ${rowsName}…`}
      </p>
      {!pages.isFetchNextPageError && fault}
      {acts && <ChosenBar rows={chosenRows} {...{ rowsName, count, idsMost, acts }} />}
      {pages.data && rows.length === 0 ? (
        <div className="mt-3">{isNarrowed ? <NothingFound rowsName={rowsName} onClear={clear} /> : empty}</div>
      ) : (
        (pages.data || !pages.isError) && (
          <ListTable
            {...props}
            rows={rows}
            state={state}
            count={count}
            isStale={pages.isPlaceholderData}
            onSort={(sort) => change({ sort })}
            mayHaveMore={pages.hasNextPage && !pages.isFetchingNextPage && !pages.isFetchNextPageError}
            onMore={() => void pages.fetchNextPage()}
            isPending={pages.isPending}
            chosenRows={acts && chosenRows}
          />
        )
      )}
      {pages.isFetchNextPageError && fault}
    </div>
  );
}

const numbers = new Intl.NumberFormat();

/** "3 members", "About 48,000 members". */
function countWords({ rows, isExact }: ListCount, rowsName: string): string {
  if (rows === 0) return `No ${rowsName}`;
  const singular = rowsName.replace(/ies$/, 'y').replace(/s$/, '');
  return `${isExact ? '' : 'About '}${numbers.format(rows)} ${rows === 1 ? singular : rowsName}`;
}

function NothingFound({ rowsName, onClear }: { rowsName: string; onClear: () => void }) {
  return (
    <div className="rounded-xl border border-dashed border-line px-6 py-10 text-center">
      <h2>No {rowsName} like that</h2>
      <p className="mt-1 text-muted">Try fewer letters, or take a filter away.</p>
      <Button look="outline" className="mt-4" onClick={onClear}>
        Clear search and filters
      </Button>
    </div>
  );
}

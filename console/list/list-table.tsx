import {
  columnOrderingFeature,
  columnVisibilityFeature,
  tableFeatures,
  useTable,
  type RowData,
} from '@tanstack/react-table';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { ArrowDown, ArrowUp, ArrowUpDown } from 'lucide-react';
import {
  useCallback,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type ReactNode,
} from 'react';
import type { ListColumn, ListCount, ListDeclaration } from '../../contract/console/list.ts';
import { join } from '../../ui/join.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { nextSort, possibleColumns, type ListState } from './list-state.ts';
import { ListRow } from './list-row.tsx';
import { AllBox } from './row-box.tsx';
import { useIsWide } from './use-is-wide.ts';
import type { ChosenRows } from './use-chosen-rows.ts';
import { useRowKeys } from './use-row-keys.ts';

interface ListTableProps<Row extends RowData> {
  declaration: ListDeclaration;
  rowsName: string;
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  rowTo?: (row: Row) => string;
  cells: Readonly<Record<string, (row: Row) => ReactNode>>;
  /** Columns with long texts, which take twice the width. */
  wide?: readonly string[];
  /** Columns with numbers or codes, which take less. */
  narrow?: readonly string[];
  /** Whether rows are one line high on wide screens: long texts are cut. */
  isOneLineHigh?: boolean;
  state: ListState;
  count: ListCount | undefined;
  /** Whether the rows are still those of the question before. */
  isStale: boolean;
  isPending: boolean;
  onSort: (sort: string) => void;
  mayHaveMore: boolean;
  onMore: () => void;
  /** Undefined where rows cannot be chosen. */
  chosenRows?: ChosenRows | undefined;
}

const features = tableFeatures({ columnVisibilityFeature, columnOrderingFeature });
const noRows: readonly RowData[] = [];
/** Pixels of a row that is one line high, and of others before they are measured: 3rem. */
const rowHeight = () => 3 * Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
/** Rows before the end at which the next page is asked for: two screens. */
const askAheadRows = 40;

/**
 * The rows. Only those in view are drawn, between two rows that hold the height of all others, so that it stays a table
 * for screen readers. On narrow screens each row is a card.
 */
export function ListTable<Row extends RowData>(props: ListTableProps<Row>) {
  const { declaration, rowsName, rows, rowKey, rowTo, cells, state, count, isStale, isPending } = props;
  const { onSort, mayHaveMore, onMore, wide = [], narrow = [], isOneLineHigh = false, chosenRows } = props;
  const columns = useMemo(
    () =>
      possibleColumns(declaration).map((id) => ({ id, header: declaration.columns[id]!.label, accessorFn: () => id })),
    [declaration],
  );
  const table = useTable({
    features,
    columns,
    // The rows come from the virtualizer: a model of a hundred thousand would be made anew with each page.
    data: noRows,
    state: {
      columnVisibility: Object.fromEntries(columns.map(({ id }) => [id, state.columns.includes(id)])),
      columnOrder: [...state.columns],
    },
  });
  const shownNames = table.getVisibleLeafColumns().map(({ id }) => id);
  const namesKey = shownNames.join();
  const order = useMemo(() => namesKey.split(','), [namesKey]);
  const isWide = useIsWide();
  const isOneLine = isOneLineHigh && isWide;
  const [height] = useState(rowHeight);

  const body = useRef<HTMLTableElement>(null);
  const [scrollMargin, setScrollMargin] = useState(0);
  useLayoutEffect(() => setScrollMargin(body.current?.offsetTop ?? 0), [state.filters.length]);
  // The same function while one scrolls: with another one the virtualizer lays all rows out anew, in each frame.
  const keyAt = useCallback((index: number) => rowKey(rows[index]!), [rows, rowKey]);
  // Without the React compiler nothing memoizes what it returns.
  // oxlint-disable-next-line react/incompatible-library
  const virtual = useWindowVirtualizer({
    count: rows.length,
    estimateSize: () => height,
    getItemKey: keyAt,
    overscan: 6,
    scrollMargin,
  });
  const drawn = virtual.getVirtualItems();
  const last = drawn.at(-1);
  const askMore = useEffectEvent(onMore);
  const isNearEnd = last !== undefined && last.index >= rows.length - askAheadRows;
  useEffect(() => {
    if (isNearEnd && mayHaveMore) askMore();
  }, [isNearEnd, mayHaveMore]);
  useRowKeys(body, rows.length, {
    scrollTo: (index) => virtual.scrollToIndex(index, { align: 'auto' }),
    onChoose: chosenRows && ((index) => chosenRows.toggle(rowKey(rows[index]!), false)),
  });

  const before = (drawn[0]?.start ?? scrollMargin) - scrollMargin;
  const after = virtual.getTotalSize() - ((last?.end ?? scrollMargin) - scrollMargin);
  if (isPending) return <Awaited />;
  return (
    <table
      ref={body}
      aria-rowcount={count?.isExact ? count.rows + 1 : -1}
      aria-busy={isStale}
      className={join(
        'mt-2 block w-full text-left md:table md:table-fixed md:border-separate md:border-spacing-0',
        isStale && 'opacity-60',
      )}
    >
      <caption className="sr-only">{rowsName}</caption>
      <Widths
        declaration={declaration}
        columns={state.columns}
        {...{ wide, narrow }}
        hasBoxes={chosenRows !== undefined}
      />
      <thead className="hidden md:table-header-group">
        {table.getHeaderGroups().map((group) => (
          <tr key={group.id} aria-rowindex={1}>
            {chosenRows && <AllBox rows={chosenRows} rowsName={rowsName} />}
            {group.headers.map(({ id }) => (
              <Header key={id} name={id} declaration={declaration} sort={state.sort} onSort={onSort} />
            ))}
          </tr>
        ))}
      </thead>
      <tbody className="block md:table-row-group">
        <Gap height={before} />
        {drawn.map(({ index, key }) => (
          <ListRow
            key={key}
            id={String(key)}
            row={rows[index]!}
            measure={isOneLine ? undefined : virtual.measureElement}
            {...{ index, declaration, cells, rowTo, isOneLine, chosenRows }}
            columns={order}
          />
        ))}
        <Gap height={after} />
      </tbody>
    </table>
  );
}

/** Shares of the width by what a column holds, so that rows that come into view move no column. */
const shares: Record<ListColumn['holds'], number> = { text: 5, choice: 4, time: 5, day: 5, 'yes-no': 3 };

interface WidthsProps {
  declaration: ListDeclaration;
  columns: readonly string[];
  wide: readonly string[];
  narrow: readonly string[];
  hasBoxes: boolean;
}

function Widths({ declaration, columns, wide, narrow, hasBoxes }: WidthsProps) {
  const factorOf = (name: string) => (wide.includes(name) ? 2 : narrow.includes(name) ? 0.7 : 1);
  const shareOf = (name: string) => shares[declaration.columns[name]!.holds] * factorOf(name);
  const all = columns.reduce((sum, name) => sum + shareOf(name), 0);
  return (
    <colgroup className="hidden md:table-column-group">
      {hasBoxes && <col style={{ width: '2.75rem' }} />}
      {columns.map((name) => (
        <col key={name} style={{ width: `${(100 * shareOf(name)) / all}%` }} />
      ))}
    </colgroup>
  );
}

/** The height of rows that are not drawn. */
function Gap({ height }: { height: number }) {
  if (height <= 0) return null;
  return (
    <tr aria-hidden="true" className="block md:table-row">
      <td style={{ height }} aria-label="Rows that are not drawn" className="block p-0 md:table-cell" />
    </tr>
  );
}

interface HeaderProps {
  name: string;
  declaration: ListDeclaration;
  sort: string;
  onSort: (sort: string) => void;
}

function Header({ name, declaration, sort, onSort }: HeaderProps) {
  const { label, sort: isSortable } = declaration.columns[name]!;
  const order = sort === name ? 'ascending' : sort === `-${name}` ? 'descending' : undefined;
  const Icon = { ascending: ArrowUp, descending: ArrowDown, none: ArrowUpDown }[order ?? 'none'];
  return (
    <th
      scope="col"
      aria-sort={order}
      className="sticky top-[3.5rem] z-10 border-b border-line bg-white px-3 py-1 text-sm font-semibold text-muted"
    >
      {isSortable ? (
        <button
          type="button"
          onClick={() => onSort(nextSort(sort, name))}
          className="-mx-1 inline-flex min-h-8 cursor-pointer items-center gap-1.5 rounded px-1 hover:text-brand"
        >
          {label}
          <Icon className="size-4 shrink-0" aria-hidden="true" />
        </button>
      ) : (
        label
      )}
    </th>
  );
}

const shapes = Array.from({ length: 8 }, (_, place) => place);

const Awaited = () => (
  <div className="mt-2 flex flex-col gap-2">
    {shapes.map((place) => (
      <Skeleton key={place} className="h-10" />
    ))}
  </div>
);

import { memo, type ReactNode } from 'react';
import type { ListDeclaration } from '../../contract/console/list.ts';
import { join } from '../../ui/join.ts';
import { Link } from '../../ui/link.tsx';
import { RowBox } from './row-box.tsx';
import type { ChosenRows } from './use-chosen-rows.ts';

interface ListRowProps<Row> {
  id: string;
  /** Undefined where rows cannot be chosen. */
  chosenRows: ChosenRows | undefined;
  row: Row;
  /** Its place in the list, from 0. */
  index: number;
  declaration: ListDeclaration;
  /** Names of the shown columns, in their order. */
  columns: readonly string[];
  cells: Readonly<Record<string, (row: Row) => ReactNode>>;
  rowTo: ((row: Row) => string) | undefined;
  /** Whether it is one line high on wide screens. */
  isOneLine: boolean;
  /** Takes its height where rows differ; nothing where all are one line high. */
  measure: ((element: HTMLTableRowElement | null) => void) | undefined;
}

/** A row. While others come into view it is not drawn again. */
export const ListRow = memo(function ListRow<Row>(props: ListRowProps<Row>) {
  const { id, chosenRows, row, index, declaration, columns, cells, rowTo, isOneLine, measure } = props;
  return (
    <tr
      ref={measure}
      data-index={index}
      aria-rowindex={index + 2}
      className="relative block border-line py-2 max-md:border-b hover:bg-surface focus-within:bg-surface md:table-row md:py-0"
    >
      {chosenRows && <RowBox rows={chosenRows} id={id} number={index + 1} isOneLine={isOneLine} />}
      {columns.map((name, place) => {
        const content = cells[name]?.(row);
        const isEmpty = content == null || content === '' || content === false;
        const isLink = place === 0 && rowTo !== undefined;
        return (
          <td
            key={name}
            className={join(
              'block border-line wrap-anywhere md:table-cell md:border-b md:px-3',
              isOneLine ? 'md:py-0' : 'md:py-2.5 md:align-top',
              isEmpty && !isLink && 'max-md:hidden',
            )}
          >
            {place > 0 && (
              <span className="mr-2 text-sm whitespace-nowrap text-muted md:hidden">
                {declaration.columns[name]!.label}
              </span>
            )}
            <OneLine isOneLine={isOneLine} text={content}>
              {isLink ? (
                <Link
                  to={rowTo(row)}
                  data-row-link=""
                  className="font-semibold wrap-anywhere text-brand after:absolute after:inset-0 focus-visible:-outline-offset-2"
                >
                  {isEmpty ? 'Without a name' : content}
                </Link>
              ) : (
                content
              )}
            </OneLine>
          </td>
        );
      })}
    </tr>
  );
}) as <Row>(props: ListRowProps<Row>) => ReactNode;

interface OneLineProps {
  isOneLine: boolean;
  /** What stands there: text that is cut is told in full by the pointer. */
  text: ReactNode;
  children: ReactNode;
}

/** Cuts what does not fit on wide screens, so that every row has the same height. */
function OneLine({ isOneLine, text, children }: OneLineProps) {
  if (!isOneLine) return children;
  return (
    <span className="md:flex md:h-[calc(3rem-1px)] md:items-center md:overflow-hidden">
      <span title={typeof text === 'string' ? text : undefined} className="md:block md:min-w-0 md:truncate">
        {children}
      </span>
    </span>
  );
}

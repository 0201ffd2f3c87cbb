import { memo, type MouseEvent, type MouseEventHandler, type ReactNode } from 'react';
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
        const to = place === 0 ? rowTo?.(row) : undefined;
        return isOneLine ? (
          <OneLineCell key={name} content={content} to={to} />
        ) : (
          <Cell
            key={name}
            content={content}
            to={to}
            label={place === 0 ? undefined : declaration.columns[name]!.label}
          />
        );
      })}
    </tr>
  );
}) as <Row>(props: ListRowProps<Row>) => ReactNode;

interface CellProps {
  content: ReactNode;
  /** Where the row leads, in its first cell. */
  to: string | undefined;
}

/** A cell that cuts what does not fit. It is one element alone: rows that come into view while one scrolls are cheap. */
const OneLineCell = ({ content, to }: CellProps) => (
  <td className="h-[3rem] truncate border-b border-line px-3">
    {to === undefined ? (
      content
    ) : (
      <RowLink to={to} onMouseMove={tellCutText}>
        {content}
      </RowLink>
    )}
  </td>
);

/** Tells the text of the cell under the pointer where that is cut, by the row's link, which covers its cells. */
function tellCutText({ currentTarget, clientX, clientY }: MouseEvent<HTMLElement>): void {
  const cell = document.elementsFromPoint(clientX, clientY).find((element) => element.tagName === 'TD');
  currentTarget.title = cell && cell.scrollWidth > cell.clientWidth ? (cell.textContent ?? '') : '';
}

/** A cell as high as its text, and on narrow screens a line of the row's card, after the column's name. */
function Cell({ content, to, label }: CellProps & { label: string | undefined }) {
  return (
    <td
      className={join(
        'block border-line wrap-anywhere md:table-cell md:border-b md:px-3 md:py-2.5 md:align-top',
        isEmpty(content) && to === undefined && 'max-md:hidden',
      )}
    >
      {label !== undefined && <span className="mr-2 text-sm whitespace-nowrap text-muted md:hidden">{label}</span>}
      {to === undefined ? content : <RowLink to={to}>{content}</RowLink>}
    </td>
  );
}

const isEmpty = (content: ReactNode) => content == null || content === '' || content === false;

interface RowLinkProps {
  to: string;
  onMouseMove?: MouseEventHandler<HTMLElement>;
  children: ReactNode;
}

/** The link to the row's page, which covers the row: the mark of the focus goes around that, as a cell cuts its own. */
const RowLink = ({ children, ...rest }: RowLinkProps) => (
  <Link
    {...rest}
    data-row-link=""
    className="font-semibold wrap-anywhere text-brand after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-3 focus-visible:after:-outline-offset-4 focus-visible:after:outline-(--focus)"
  >
    {isEmpty(children) ? 'Without a name' : children}
  </Link>
);

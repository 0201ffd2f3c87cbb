import { Fragment } from 'react';
import { permissionOfList } from '../../contract/console/figure-lists.ts';
import type { ReportColumn, ReportTableWords } from '../../contract/console/report-words.ts';
import type { Comparison, ReportCell, ReportRow } from '../../contract/console/reports.ts';
import { FigureLink } from '../figures/figure-link.tsx';
import { FigureRow, FigureTable } from '../figures/figure-table.tsx';
import { useMe } from '../session/me.ts';
import { beforeWords, cellText, headText } from './report-text.ts';

interface TableProps {
  words: ReportTableWords;
  rows: readonly ReportRow[];
  /** What the second number of a cell is. */
  compare: Comparison | undefined;
}

/** A table of a report. Each number leads to the list that it counts, for those who may open it. */
export function ReportTable({ words: { title, heads, columns }, rows, compare }: TableProps) {
  const currencyAt = heads.findIndex(({ name }) => name === 'currency');
  const textsOf = (row: ReportRow) => heads.map(({ name }, at) => headText(name, row.heads[at] ?? ''));
  return (
    <FigureTable label={title} head={[...heads, ...columns].map(({ label }) => label)}>
      {rows.map((row) => {
        const [label, ...more] = textsOf(row);
        const currency = row.heads[currencyAt] ?? '';
        const whose = [label, ...more].join(', ');
        const cells = columns.map((column, at) => (
          <Numbers
            key={column.name}
            {...{ column, currency, whose, compare }}
            cell={row.cells[at]!}
            before={row.compared[at]}
          />
        ));
        return (
          <FigureRow
            key={row.heads.join(' ')}
            label={<span className="whitespace-nowrap">{label}</span>}
            cells={[
              ...more.map((text, at) => (
                <span key={heads[at + 1]!.name} className="whitespace-nowrap">
                  {text}
                </span>
              )),
              ...cells,
            ]}
          />
        );
      })}
    </FigureTable>
  );
}

interface NumbersProps {
  column: ReportColumn;
  currency: string;
  /** What the row is about. */
  whose: string;
  cell: ReportCell;
  before: ReportCell | undefined;
  compare: Comparison | undefined;
}

/** A number, and below it the one that it is compared with. */
function Numbers({ column: { label, holds }, currency, whose, cell, before, compare }: NumbersProps) {
  const { permissions } = useMe();
  const one = ({ value, list }: ReportCell, when: string) => {
    const text = cellText(holds, value, currency);
    if (list === null || !permissions.includes(permissionOfList(list))) return text;
    return (
      <FigureLink to={list} words={`${label}, ${whose}${when}`}>
        {text}
      </FigureLink>
    );
  };
  return (
    <span className="inline-flex flex-col whitespace-nowrap">
      {one(cell, '')}
      {before && compare && (
        <span className="text-sm text-muted">
          {beforeWords[compare]} {one(before, `, ${beforeWords[compare]}`)}
        </span>
      )}
    </span>
  );
}

/** What the columns of a table count, one press away. */
export function Definitions({ words: { columns } }: { words: ReportTableWords }) {
  return (
    <details>
      <summary className="inline-flex min-h-8 cursor-pointer items-center font-semibold text-brand underline underline-offset-4">
        What is counted
      </summary>
      <dl className="mt-2 grid max-w-[56rem] gap-x-6 gap-y-2 sm:grid-cols-[10rem_1fr]">
        {columns.map(({ name, label, about }) => (
          <Fragment key={name}>
            <dt className="font-semibold">{label}</dt>
            <dd className="max-sm:mb-2">{about}</dd>
          </Fragment>
        ))}
      </dl>
    </details>
  );
}

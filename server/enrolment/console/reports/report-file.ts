import { comparedWord, reportWords, type Holds, type ReportColumn } from '../../../../contract/console/report-words.ts';
import type { Report, ReportCell } from '../../../../contract/console/reports.ts';
import { byteOrderMark, toCsvLine } from '../../../platform/csv.ts';
import { Refusal } from '../../../platform/refusal.ts';

const units: Readonly<Record<Holds, string>> = { count: '', money: '', time: ' (hours)', share: ' (%)' };
const secondsOfHour = 3_600;

/** A number as spreadsheets take it; null for none. */
const textOf: Readonly<Record<Holds, (value: number) => string>> = {
  count: String,
  money: (cents) => (cents / 100).toFixed(2),
  time: (seconds) => (seconds / secondsOfHour).toFixed(2),
  share: (share) => (share * 100).toFixed(1),
};

/**
 * A table of a report as CSV: the rows and columns that the screen shows.
 *
 * @throws Refusal not-found for a table that the report has not
 */
export function writeReport({ report, tables, compared }: Report, name: string): string {
  const words = reportWords[report].tables.find((table) => table.name === name);
  const table = tables.find((each) => each.name === name);
  if (!words || !table) throw new Refusal('not-found');
  const { heads, columns } = words;
  const label = ({ label: text, holds }: ReportColumn) => `${text}${units[holds]}`;
  const line = (cells: readonly ReportCell[]) =>
    cells.map(({ value }, at) => (value === null ? null : textOf[columns[at]!.holds](value)));
  const lines = [
    [
      ...heads.map((head) => head.label),
      ...columns.map(label),
      ...(compared ? columns.map((column) => `${label(column)}, ${comparedWord(compared)}`) : []),
    ],
    ...table.rows.map((row) => [...row.heads, ...line(row.cells), ...line(row.compared)]),
  ];
  return byteOrderMark + lines.map((cells) => `${toCsvLine(cells)}\r\n`).join('');
}

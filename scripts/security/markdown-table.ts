/** Renders a Markdown table. Cells are escaped: line breaks and bars would break the table. */
export function markdownTable(heads: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  const line = (cells: readonly (string | number)[]) => `| ${cells.map((cell) => asCell(cell)).join(' | ')} |`;
  return [line(heads), line(heads.map(() => '---')), ...rows.map(line)].join('\n');
}

const asCell = (cell: string | number) => String(cell).replaceAll('|', '\\|').replaceAll(/\s+/g, ' ').trim();

const units = [
  [86_400, 'day'],
  [3_600, 'hour'],
  [60, 'minute'],
  [1, 'second'],
] as const;

/** A time in its largest whole unit: `10 minutes`. @param seconds 0 for ever */
export function duration(seconds: number): string {
  if (seconds === 0) return 'for ever';
  const [length, unit] = units.find(([each]) => seconds % each === 0) ?? [1, 'second'];
  const count = seconds / length;
  return `${count.toLocaleString('en')} ${unit}${count === 1 ? '' : 's'}`;
}

/** A size as people read it. @param bytes a whole number */
export const size = (bytes: number): string =>
  bytes % (1024 * 1024) === 0
    ? `${bytes / 1024 / 1024} MB`
    : bytes % 1024 === 0
      ? `${bytes / 1024} kB`
      : `${bytes.toLocaleString('en')} bytes`;

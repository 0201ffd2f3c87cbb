/** A table of results. */
export interface Table {
  title: string;
  columns: string[];
  rows: (string | number)[][];
  /** Goals, and whether they are met. */
  verdicts: string[];
}

/** A goal and what was seen of it. */
export interface Seen {
  isMet: boolean;
  /** Answers that failed. They cost less, so that nothing can be said of the others. */
  failed?: number;
}

/** Says whether a goal is met: `log-in: 0.97, goal 0.95: met`. @param what what was measured, with the goal */
export function judge(what: string, { isMet, failed = 0 }: Seen): string {
  if (failed > 0) return `${what}: not to be judged, ${failed} answers failed`;
  return `${what}: ${isMet ? 'met' : 'MISSED'}`;
}

/** A table for the terminal; the first column to the left, numbers to the right. */
export function printTable({ title, columns, rows, verdicts }: Table): void {
  const lines = [columns, ...rows.map((row) => row.map(String))];
  const widths = columns.map((_, index) => Math.max(...lines.map((line) => line[index]?.length ?? 0)));
  const layOut = (line: string[]) =>
    line.map((cell, index) => (index === 0 ? cell.padEnd(widths[index]!) : cell.padStart(widths[index]!))).join('  ');
  console.log(title);
  console.log(layOut(columns));
  console.log(widths.map((width) => '-'.repeat(width)).join('  '));
  for (const line of lines.slice(1)) console.log(layOut(line));
  for (const verdict of verdicts) console.log(verdict);
  console.log('');
}

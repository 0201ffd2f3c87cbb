import { isUtf8 } from 'node:buffer';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setImmediate } from 'node:timers/promises';
import { parse } from 'csv-parse';

/**
 * CSV (RFC 4180). A cell that a spreadsheet would take for a formula is marked as text with an apostrophe, against CSV
 * injection (OWASP). Control characters are left out.
 */
export function toCsv(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const plain = (row: readonly string[]) => row.map((cell) => withoutControls(cell) || null);
  return [head, ...rows].map((row) => toCsvLine(plain(row))).join('\r\n');
}

/** Without control characters except line breaks and tabs: they steer a terminal or hide in a cell. */
const withoutControls = (value: string) => value.replaceAll(/(?![\t\r\n])\p{Cc}/gu, '');

/**
 * One line of a file that `readCsv` and `unmarkCell` read back to the same values.
 *
 * @param cells null for no value, which is not the same as an empty text; a number is written as it is, and is no formula
 */
export const toCsvLine = (cells: readonly (string | number | null)[]): string => cells.map(toCell).join(',');

function toCell(cell: string | number | null): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return String(cell);
  return plain.test(cell) ? cell : quote(markCell(cell));
}

/** Nearly all cells: nothing in them is marked or quoted, which one look tells. */
const plain = /^[A-Za-z0-9](?:[A-Za-z0-9 @._:/-]*[A-Za-z0-9])?$/;

/** Signs with which spreadsheets begin a formula, also the full-width ones, and blanks that they skip before one. */
const formula = /^'*[=+\-@\t\r\n＝＋－＠]/;
const onlyApostrophes = /^'*$/;

/** A formula behind a semicolon, at which spreadsheets of many countries split a line, within quotes too. */
const laterFormula = /;(?='*[=+\-@\t\r\n＝＋－＠])/g;
const markedLater = /;'(?='*[=+\-@\t\r\n＝＋－＠])/g;

/**
 * An apostrophe before a formula, and before an empty text, which is otherwise no value. A text that has apostrophes
 * there already gets one more, so that taking one away always gives the text back.
 */
const markCell = (text: string) => {
  const marked = text.replaceAll(laterFormula, ";'");
  return formula.test(text) || onlyApostrophes.test(text) ? `'${marked}` : marked;
};

/** The value of a cell as read: without the apostrophes that mark it as text. null for an empty cell. */
export function unmarkCell(cell: string): string | null {
  if (cell === '') return null;
  const isMarked = cell.startsWith("'") && (formula.test(cell) || onlyApostrophes.test(cell));
  return (isMarked ? cell.slice(1) : cell).replaceAll(markedLater, ';');
}

const quote = (text: string) => (/[",;\r\n\t']|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** Written before a file in UTF-8, without which spreadsheets misread letters such as ā. */
export const byteOrderMark = '\ufeff';

/** Bytes of one row. A member's values fit many times; a quote that is never closed cannot fill the memory. */
export const longestRow = 500_000;

/** A file that cannot be read on as CSV. */
export class CsvFault extends Error {
  readonly code: keyof typeof csvFaults;
  /** Where it was noticed, from 1. */
  readonly line: number;

  constructor(code: keyof typeof csvFaults, line: number) {
    super(csvFaults[code]);
    this.code = code;
    this.line = line;
  }
}

const csvFaults = {
  'not-utf8': 'The text is not UTF-8. Save the file as "CSV UTF-8" and try again.',
  'nul-character': 'There is a NUL character. Save the file as "CSV UTF-8" and try again.',
  'row-too-long': `A row takes at most ${longestRow} bytes. Perhaps a quote before it is not closed.`,
  'malformed-quote': 'There is a quote within a cell. Put the cell in quotes and write each quote in it twice.',
  'unclosed-quote': 'A quote is opened here or before and never closed.',
} as const;

/** A row of a file. */
export interface CsvRow {
  /** Where it begins, from 1. */
  line: number;
  /** As they stand in the file: `unmarkCell` gives their values. */
  cells: string[];
}

/**
 * Reads the rows of a CSV file as a stream, in bounded memory; empty lines are left out. A row may have any number of
 * cells.
 *
 * @param bytes of the file, UTF-8 with or without a byte order mark
 * @throws CsvFault where the file cannot be read on
 */
export async function* readCsv(bytes: AsyncIterable<Buffer>): AsyncGenerator<CsvRow> {
  const parser = parse({
    bom: true,
    info: true,
    // Named, because files that several programs wrote mix them, and the parser takes the first for all.
    record_delimiter: ['\r\n', '\n'],
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: longestRow,
  });
  // A fault of the input destroys the parser with the same error, which the loop then throws.
  const piped = pipeline(Readable.from(checkLines(cut(bytes))), parser).catch(() => undefined);
  try {
    for await (const { record, info } of parser as AsyncIterable<{ record: string[]; info: { lines: number } }>)
      yield { line: info.lines - breaksIn(record), cells: record };
  } catch (error) {
    throw toCsvFault(error);
  } finally {
    parser.destroy();
    await piped;
  }
}

const breaksIn = (cells: readonly string[]) =>
  cells.reduce((sum, cell) => (cell.includes('\n') ? sum + cell.split('\n').length - 1 : sum), 0);

function toCsvFault(error: unknown): unknown {
  const { code, lines = 0 } = error as { code?: string; lines?: number };
  if (code === 'CSV_MAX_RECORD_SIZE') return new CsvFault('row-too-long', lines);
  if (code === 'CSV_QUOTE_NOT_CLOSED') return new CsvFault('unclosed-quote', lines);
  return code?.startsWith('CSV_') || code === 'INVALID_OPENING_QUOTE' ? new CsvFault('malformed-quote', lines) : error;
}

/** Bytes that are read before other work of the process has its turn: some milliseconds of it. */
const pieceBytes = 64 * 1024;

async function* cut(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  for await (const chunk of chunks)
    for (let at = 0; at < chunk.length; at += pieceBytes) {
      yield chunk.subarray(at, at + pieceBytes);
      await setImmediate();
    }
}

/** Passes whole lines on, so that no character is cut in two, once they are known to be text. @throws CsvFault */
async function* checkLines(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let rest: Buffer = Buffer.alloc(0);
  let line = 1;
  for await (const chunk of chunks) {
    const end = chunk.lastIndexOf(lineFeed) + 1;
    const whole = end === 0 ? undefined : Buffer.concat([rest, chunk.subarray(0, end)]);
    if (whole) {
      line = requireText(whole, line);
      yield whole;
    }
    rest = whole ? chunk.subarray(end) : Buffer.concat([rest, chunk]);
    if (rest.length > longestRow) throw faultIn(rest, line) ?? new CsvFault('row-too-long', line);
  }
  requireText(rest, line);
  yield rest;
}

const lineFeed = 10;

/** @returns the number of the next line @throws CsvFault */
function requireText(lines: Buffer, first: number): number {
  const isText = isUtf8(lines) && !lines.includes(0);
  let line = first;
  for (let start = 0; ; line++) {
    const end = lines.indexOf(lineFeed, start);
    const fault = isText ? undefined : faultIn(lines.subarray(start, end === -1 ? undefined : end), line);
    if (fault) throw fault;
    if (end === -1) return line;
    start = end + 1;
  }
}

function faultIn(text: Buffer, line: number): CsvFault | undefined {
  // First: UTF-16, which spreadsheets call "Unicode text", has NUL characters too.
  const isUtf16 = text[0] === 0xff || text[0] === 0xfe;
  if (!isUtf16 && text.includes(0)) return new CsvFault('nul-character', line);
  return isUtf8(text) ? undefined : new CsvFault('not-utf8', line);
}

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { byteOrderMark, longestRow, readCsv, toCsv, toCsvLine, unmarkCell, type CsvRow } from './csv.ts';

test('a formula becomes text, and nothing else is changed', () => {
  const cells = ['=1+1', '+64 21 555', '-2', '@SUM(A1)', '\tx', '\r=1', '＝1', 'a=1', '1-2', 'Ana', ''];
  expect(toCsv(['a'], [cells]).split('\r\n').slice(1).join('\r\n')).toBe(
    `"'=1+1","'+64 21 555","'-2","'@SUM(A1)","'\tx","'\r=1","'＝1",a=1,1-2,Ana,`,
  );
});

test('a formula behind a semicolon, where many spreadsheets begin another cell, becomes text too', () => {
  expect(toCsvLine(['x;=1+1;y', 'a; b', 'c;d'])).toBe(`"x;'=1+1;y","a; b","c;d"`);
});

test('commas, quotes and lines stay within their cell', () => {
  expect(toCsv(['name', 'note'], [['Silva, Ana', 'She said "yes"\r\nand left']])).toBe(
    'name,note\r\n"Silva, Ana","She said ""yes""\r\nand left"',
  );
});

test('control characters are removed', () => {
  expect(toCsv(['a'], [['\u001b[2Jhidden', '\u0000=1']])).toBe(`a\r\n[2Jhidden,"'=1"`);
});

/** Reads a file that arrives in pieces of so many bytes. */
async function read(file: string | Buffer, pieceBytes = 7): Promise<CsvRow[]> {
  const bytes = Buffer.from(file as string);
  const pieces = async function* () {
    for (let at = 0; at < bytes.length; at += pieceBytes) yield bytes.subarray(at, at + pieceBytes);
  };
  const rows: CsvRow[] = [];
  for await (const row of readCsv(pieces())) rows.push(row);
  return rows;
}

describe('a file', () => {
  test('of any values is read back as it was written, and no cell begins a formula', async () => {
    const text = fc.oneof(
      fc.string({ unit: 'grapheme' }).filter((each) => !each.includes('\0') && each.isWellFormed()),
      fc
        .array(fc.constantFrom("'", '=', '+', '-', '@', '\t', '\r', '\n', '"', ',', ';', ' ', 'ā'), { maxLength: 6 })
        .map((signs) => signs.join('')),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(fc.option(text), { minLength: 2, maxLength: 4 }), { minLength: 1 }),
        async (rows) => {
          const lines = [['a', 'b'], ...rows].map((row) => toCsvLine(row));
          const [, ...back] = await read(`${byteOrderMark}${lines.join('\r\n')}`, 50);
          expect(back.map(({ cells }) => cells.map(unmarkCell))).toEqual(rows);
          for (const cell of back.flatMap(({ cells }) => cells)) expect(cell).not.toMatch(/(?:^|;)[=+\-@\t\r\n]/);
        },
      ),
      { numRuns: 100 },
    );
  });

  test('tells the line of each row, also after cells of several lines', async () => {
    const rows = await read('a,b\r\n"one\ntwo",2\n\n3,4\n5');
    expect(rows.map(({ line, cells }) => [line, ...cells])).toEqual([
      [1, 'a', 'b'],
      [2, 'one\ntwo', '2'],
      [5, '3', '4'],
      [6, '5'],
    ]);
  });

  test.for([
    ['Latin-1 text', Buffer.from('a\nb\nM\u00e4x\nc', 'latin1'), 'not-utf8', 3],
    ['UTF-16', Buffer.from('\ufeffa,b\nc,d\n', 'utf16le'), 'not-utf8', 1],
    ['a NUL', 'a\nb\nc\0d\n', 'nul-character', 3],
    ['a quote within a cell', 'a,b\nc,d"e\n', 'malformed-quote', 2],
    ['text after a quote', 'a,b\n"c"d,e\n', 'malformed-quote', 2],
    ['an open quote', 'a,b\nc,"d\ne,f\n', 'unclosed-quote', 3],
    ['a line of a megabyte', `a\nb\n${'x'.repeat(1_000_000)}\n`, 'row-too-long', 3],
    ['a cell of a megabyte in short lines', `a\n"${'x\n'.repeat(500_000)}"\n`, 'row-too-long', undefined],
  ] as const)('with %s is refused where that stands', async ([, file, code, line]) => {
    const fault = await read(file, 64 * 1024).catch((error: unknown) => error);
    expect(fault).toMatchObject({ code, line: line ?? expect.any(Number) });
  });

  test('of exactly the longest row is read', async () => {
    expect((await read(`a\n${'x'.repeat(longestRow - 1)}\n`, 64 * 1024)).at(-1)!.cells[0]).toHaveLength(longestRow - 1);
  });
});

test('other work has its turn while a file that arrives at once is read', async () => {
  const file = `${'x'.repeat(99)}\n`.repeat(20_000);
  let turns = 0;
  let next: NodeJS.Immediate;
  const takeTurn = () => {
    turns++;
    next = setImmediate(takeTurn);
  };
  takeTurn();
  expect(await read(file, file.length)).toHaveLength(20_000);
  clearImmediate(next!);
  expect(turns).toBeGreaterThan(20);
});

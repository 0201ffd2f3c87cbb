import { expect, test } from 'vitest';
import { toCsv } from './csv.ts';

test('what would be a formula is text, and nothing else is touched', () => {
  const cells = ['=1+1', '+64 21 555', '-2', '@SUM(A1)', '\tx', '\r=1', 'a=1', '1-2', 'Ana'];
  expect(toCsv(['a'], [cells]).split('\r\n').slice(1).join('\r\n')).toBe(
    `"'=1+1","'+64 21 555","'-2","'@SUM(A1)","'\tx","'\r=1",a=1,1-2,Ana`,
  );
});

test('commas, quotes and lines stay within their cell', () => {
  expect(toCsv(['name', 'note'], [['Silva, Ana', 'She said "yes"\r\nand left']])).toBe(
    'name,note\r\n"Silva, Ana","She said ""yes""\r\nand left"',
  );
});

test('signs that steer a terminal are left out', () => {
  expect(toCsv(['a'], [['\u001b[2Jhidden', '\u0000=1']])).toBe(`a\r\n[2Jhidden,"'=1"`);
});

import { expect, test } from 'vitest';
import { parseGated, writeGated } from './gated-lines.ts';

test.for([
  ['/deck', '/deck', 'EQUALS'],
  ['/evenings*', '/evenings', 'STARTS'],
  ['/courses/*', '/courses/', 'STARTS'],
  ['=/courses/*', '/courses/*', 'EQUALS'],
  ['/courses/*/free', '/courses/*/free', 'EQUALS'],
  ['/courses/*/*', '/courses/*/', 'STARTS'],
  ['/a**', '/a*', 'STARTS'],
] as const)('the line %s stands for %s, %s, and is written so again', ([line, url, filter]) => {
  expect(parseGated(line)).toEqual({ url, filter });
  expect(writeGated({ url, filter })).toBe(line);
});

test('an exact address may be written with a space behind its sign, or without a star', () => {
  expect(parseGated('= /courses/*')).toEqual({ url: '/courses/*', filter: 'EQUALS' });
  expect(parseGated('=/deck')).toEqual({ url: '/deck', filter: 'EQUALS' });
});

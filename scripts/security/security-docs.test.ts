import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { dataLevels } from '../../server/platform/personal-data.ts';
import { root } from '../lib/project.mjs';
import { fillIn, papers } from './fill-in.ts';
import { limitTable } from './limit-tables.ts';
import { duration, markdownTable, size } from './markdown-table.ts';
import { inventoryTable } from './personal-data-tables.ts';

const textOf = (file: string) => readFileSync(path.join(root, file), 'utf8');
/** `npm run security-docs` writes the tables anew. */
const writtenAnew = (file: string) => fillIn(textOf(file), papers[file]!);

describe('papers and code', () => {
  test('the tables of docs/security.md are what the code says', () => {
    expect(textOf('docs/security.md')).toBe(writtenAnew('docs/security.md'));
  });

  test('the roles and permissions of docs/console.md are those of the permission table', () => {
    expect(textOf('docs/console.md')).toBe(writtenAnew('docs/console.md'));
  });

  test('a permission that a role has no longer, and the paper still gives, is found', () => {
    const paper = textOf('docs/console.md');
    const stale = paper.replace(/^(\| manage staff and roles \| yes \|)  /m, '$1 yes ');
    expect(stale).not.toBe(paper);
    expect(fillIn(stale, papers['docs/console.md']!)).not.toBe(stale);
  });

  test('the tables of docs/growth.md are what the code says', () => {
    expect(textOf('docs/growth.md')).toBe(writtenAnew('docs/growth.md'));
  });

  test('the tables of docs/security/personal-data.md are what the inventories say', () => {
    expect(textOf('docs/security/personal-data.md')).toBe(writtenAnew('docs/security/personal-data.md'));
  });

  test('the tables of docs/security/events.md are what the table of security events says', () => {
    expect(textOf('docs/security/events.md')).toBe(writtenAnew('docs/security/events.md'));
  });

  test('an outcome that is not in the paper is found', () => {
    const paper = textOf('docs/security/events.md');
    const stale = paper.replace('`none-waiting`: ', '`none`: ');
    expect(stale).not.toBe(paper);
    expect(fillIn(stale, papers['docs/security/events.md']!)).not.toBe(stale);
  });

  test('a number that is another one in the code is found', () => {
    const paper = textOf('docs/security.md');
    const stale = paper.replace('| `sign-up` | 20 sign-ups |', '| `sign-up` | 30 sign-ups |');
    expect(stale).not.toBe(paper);
    expect(fillIn(stale, papers['docs/security.md']!)).not.toBe(stale);
  });

  test('a place that nothing fills, and a table without a place, are found', () => {
    const place = '<!-- from the code: costs -->\n<!-- end -->';
    expect(() => fillIn(place, {})).toThrow('nothing makes the table "costs"');
    expect(() => fillIn('', { costs: () => '' })).toThrow('there is no place for: costs');
  });
});

test('a limit stands in the table once, with every call that counts against it', () => {
  const rows = limitTable()
    .split('\n')
    .filter((line) => line.startsWith('| `send-call`'));
  expect(rows).toEqual([expect.stringContaining('| 300 mailed codes | 10 minutes | ')]);
  expect(limitTable()).toMatch(/`wrong-password` \| 100 \| a row, without an end/);
});

test('every level of protection is in use, and every table has one', () => {
  const levels = [...inventoryTable().matchAll(/^\| `\w+` \| [^|]+ \| (\w+) \| [^|]+ \|/gm)].map(([, level]) => level);
  expect(levels.length).toBeGreaterThan(30);
  expect(new Set(levels)).toEqual(new Set(Object.keys(dataLevels)));
});

test('a cell stays in its place, and numbers carry their unit', () => {
  expect(markdownTable(['a'], [['x | y\nz']])).toBe('| a |\n| --- |\n| x \\| y z |');
  expect([0, 1, 90, 600, 86_400].map(duration)).toEqual(['for ever', '1 second', '90 seconds', '10 minutes', '1 day']);
  expect([65_536, 1_048_576, 4_000_000].map(size)).toEqual(['64 kB', '1 MB', '4,000,000 bytes']);
});

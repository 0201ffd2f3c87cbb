import { createHash } from 'node:crypto';
import { existsSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { root } from '../lib/project.mjs';
import { Asvs, findFaults, official, type Row } from './asvs.ts';

const { rows } = Asvs.parse(parse(readFileSync(path.join(root, 'docs/security/asvs.yaml'), 'utf8')));

const read = (file: string) => {
  const address = path.join(root, file);
  return existsSync(address) && statSync(address).isFile() ? readFileSync(address, 'utf8') : undefined;
};
const digestOf = (list: readonly Row[]) =>
  createHash('sha256')
    .update(list.map(({ id, level }) => `${id}:${level}\n`).join(''))
    .digest('hex');

describe('the table of OWASP ASVS', () => {
  test('has every requirement of levels 1 and 2 once, in their order', () => {
    const counts = official.chapters.map(
      (_, at) => rows.filter(({ id }) => Number(id.split('.')[0]) === at + 1).length,
    );
    expect(counts).toEqual(official.chapters);
    expect(new Set(rows.map(({ id }) => id)).size).toBe(253);
    expect(digestOf(rows)).toBe(official.sha256);
  });

  test('names files and tests that are there, and says what is missing where something is', () => {
    expect(findFaults(rows, read)).toEqual([]);
  });
});

describe('a fault of the table is found', () => {
  const row = (change: Partial<Row>): Row => ({
    id: '1.1.1',
    level: 2,
    answer: 'met',
    how: 'It is done here.',
    where: ['docs/security.md'],
    ...change,
  });
  const faults = (change: Partial<Row>) => findFaults([row(change)], read);

  test('not in an answer that has none', () => expect(faults({})).toEqual([]));

  test.for<[string, Partial<Row>, string]>([
    ['an answer without anything to show', { where: [] }, '1.1.1 is met and shows nothing for it'],
    ['a part without a reason', { answer: 'partly' }, '1.1.1 is partly and does not say what is missing'],
    ['work that waits for what is met', { pending: '13.1' }, '1.1.1 is met and waits for work'],
    ['a file that is not there', { where: ['docs/none.md'] }, '1.1.1 names docs/none.md, which is not there'],
    ['a folder', { where: ['docs'] }, '1.1.1 names docs, which is not there'],
    [
      'a test that is not there',
      { where: [{ 'scripts/security/asvs.test.ts': 'a test nobody wrote' }] },
      '1.1.1 names "a test nobody wrote", which is no test of scripts/security/asvs.test.ts',
    ],
    [
      'words that are no name of a test',
      { where: [{ 'scripts/security/asvs.test.ts': 'docs/security/asvs.yaml' }] },
      '1.1.1 names "docs/security/asvs.yaml", which is no test of scripts/security/asvs.test.ts',
    ],
  ])('%s', ([, change, fault]) => expect(faults(change)).toEqual([fault]));

  test('a requirement that is left out, comes twice or has another level', () => {
    const [first, second, ...rest] = rows;
    for (const wrong of [
      [second!, ...rest],
      [first!, first!, ...rest],
      [{ ...first!, level: 1 as const }, second!, ...rest],
    ])
      expect(digestOf(wrong)).not.toBe(official.sha256);
  });
});

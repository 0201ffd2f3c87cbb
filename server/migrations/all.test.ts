import { readdir } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { migrations } from './all.ts';

const numbers = Object.keys(migrations).map((name) => Number(name.slice(0, 4)));

/** Unused numbers. They stay unused: migrations run in order, so databases beyond them would refuse one. */
const free = [15, 21, 23, 65];
/** Two migrations were merged with this number before this test existed; they run in order of name. */
const shared = 8;

test('migrations are numbered consecutively, without a gap or duplicate', () => {
  const until = Math.max(...numbers);
  const expected = Array.from({ length: until }, (_, at) => at + 1)
    .filter((number) => !free.includes(number))
    .flatMap((number) => (number === shared ? [number, number] : [number]));
  expect(numbers, `number a new migration ${until + 1}: databases refuse one that sorts before what they have`).toEqual(
    expected,
  );
});

test('every numbered file of the folder is a migration', async () => {
  const files = await readdir(import.meta.dirname);
  const numbered = files.filter((file) => /^\d/.test(file)).map((file) => file.replace('.ts', ''));
  expect(Object.keys(migrations).toSorted()).toEqual(numbered.toSorted());
});

test('migrations stand in the order of their names, in which databases apply them', () => {
  const names = Object.keys(migrations);
  expect(names).toEqual(names.toSorted());
});

import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { errors } from '../../contract/errors.ts';
import { findWordingFault } from '../../shared/wording-faults.ts';

const portal = path.dirname(import.meta.dirname);
const own = globSync('*.ts', { cwd: import.meta.dirname }).filter((name) => !name.includes('messages'));

/** Every text in an object, at any depth; a text that takes a fact has a neutral one. */
function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value === 'function') return textsOf((value as (fact: string) => unknown)('…'));
  return Object.entries(value as object).flatMap(([key, inner]) => (key === 'kind' ? [] : textsOf(inner)));
}

test.each(own)('%s reads rightly under every partner', async (name) => {
  const texts = textsOf(await import(`./${name}`));
  expect(texts).not.toEqual([]);
  expect(texts.map(findWordingFault).filter(Boolean)).toEqual([]);
});

test('what the service says reads rightly under every partner', () => {
  const said = Object.values(errors).map(({ message }) => message.replace('enrolled', ''));
  expect(said.filter((message) => findWordingFault(message.trim()))).toEqual([]);
});

/** A text written out where something is told: in a passing message, beside a field, in a notice. */
const strays = [
  /\btoast\([^;]*?['"`][A-Z]/,
  /\bmessage: ['"`]/,
  /\bmessageOf\([^;]*?['"`][A-Z]/,
  /<Notice[^>]*?title=["{]["'`]?[A-Z]/,
];
const findStray = (source: string) => strays.map((stray) => stray.exec(source)?.[0]).find(Boolean);

test('every other file takes what it tells from here', () => {
  const files = globSync('**/*.{ts,tsx}', { cwd: portal }).filter(
    (file) => !file.startsWith('messages/') && !file.includes('.test.'),
  );
  expect(files.length).toBeGreaterThan(100);
  const found = files.map((file) => [file, findStray(readFileSync(path.join(portal, file), 'utf8'))]);
  expect(
    found.filter(([, stray]) => stray),
    'move these texts to portal/messages/, one file per subject',
  ).toEqual([]);
});

test.each([
  "toast({ title: 'Saved', kind: 'success' })",
  "toast({\n title: `Saved`,\n kind: 'success' })",
  "[{ field: 'a', message: 'Please write' }]",
  "messageOf(error, 'Please try again')",
  '<Notice tone="error" title="Lost">',
])('a text of its own is seen: %s', (source) => {
  expect(findStray(source)).toBeDefined();
});

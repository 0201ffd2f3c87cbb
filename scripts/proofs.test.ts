import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { refusalsOf, type CallDefinition } from '../contract/call.ts';

// The dialog that asks for a fresh proof opens where the act runs in `withProof`. A session is younger than ten minutes in
// most tests, so that a call outside of it is refused first in production.

const root = path.resolve(import.meta.dirname, '..');
const sources: Record<string, string> = Object.fromEntries(
  globSync('console/**/*.{ts,tsx}', { cwd: root, exclude: ['**/*.test.*'] }).map((file) => [
    file,
    readFileSync(path.join(root, file), 'utf8'),
  ]),
);

/** Names of the calls that may answer `recent-login-required`. */
async function readGuarded(): Promise<string[]> {
  const files = globSync('contract/console/*.ts', { cwd: root });
  const modules = await Promise.all(files.map((file) => import(path.join(root, file)) as Promise<object>));
  const tables = modules.flatMap((module) => Object.values(module) as unknown[]);
  return tables
    .filter((table) => typeof table === 'object' && table !== null)
    .flatMap((table) => Object.entries(table) as [string, CallDefinition][])
    .filter(([name, call]) => /^[A-Z]+ \//.test(name) && refusalsOf(call).includes('recent-login-required'))
    .map(([name]) => name);
}

const importsOf = (file: string, source: string): string[] =>
  [...source.matchAll(/from '(\.[^']+)'/g)].map(([, to]) => path.join(path.dirname(file), to!));

/** Files that send one of these calls, and neither use `withProof` nor import a hook or dialog that does. */
function findUnproved(files: Record<string, string>, calls: readonly string[]): string[] {
  const asks = (file: string) => files[file]?.includes('useWithProof()') ?? false;
  return Object.entries(files)
    .filter(([, source]) => calls.some((name) => source.includes(`'${name}'`)))
    .filter(([file, source]) => !asks(file) && !importsOf(file, source).some(asks))
    .map(([file]) => file);
}

test('a call of the console that needs a fresh proof is sent where the dialog for it opens', async () => {
  const guarded = await readGuarded();
  const unsent = guarded.filter((name) => !Object.values(sources).some((source) => source.includes(`'${name}'`)));
  expect([guarded.length > 20, unsent]).toEqual([true, []]);
  expect(findUnproved(sources, guarded)).toEqual([]);
});

test.each([
  ['alone', [], ['console/keys.tsx']],
  ['by its own `withProof`', ['const withProof = useWithProof();'], []],
  ['by a hook that uses `withProof`', ["import { useAct } from './shell/use-act.ts';"], []],
  ['beside an import without it', ["import { Text } from './shell/text.tsx';"], ['console/keys.tsx']],
])('a call sent %s is told apart', (_, lines, expected) => {
  const files = {
    'console/keys.tsx': [...lines, "send('POST /keys');"].join('\n'),
    'console/shell/use-act.ts': 'export const useAct = () => useWithProof();',
    'console/shell/text.tsx': '',
  };
  expect(findUnproved(files, ['POST /keys'])).toEqual(expected);
});

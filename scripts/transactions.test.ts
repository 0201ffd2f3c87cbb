import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseSync } from 'vite';
import { expect, test } from 'vitest';

// A query to the pool inside a transaction waits for a second connection while holding the first and its locks: with as
// many such requests as connections the pool deadlocks. The compiler does not detect it.

const root = path.resolve(import.meta.dirname, '..');

type Node = Record<string, unknown> & { type: string };
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value;
const isNamed = (node: unknown, name: string): boolean =>
  isNode(node) && node.type === 'Identifier' && node['name'] === name;

/** Whether a parameter is or takes apart something with this name: `tx`, `{ tx }`, `{ tx: own }`, `{ work: { tx } }`, `tx = db`. */
function takes(parameter: unknown, name: string): boolean {
  if (!isNode(parameter)) return false;
  if (isNamed(parameter, name)) return true;
  const { properties = [], elements = [], key, value, left, argument } = parameter;
  const parts = [...(properties as unknown[]), ...(elements as unknown[]), key, value, left, argument];
  return parts.some((part) => takes(part, name));
}

/** @returns where functions with a parameter `tx` read a `db` */
function findPoolInTransaction(file: string, source: string): string[] {
  const { program, errors } = parseSync(file, source);
  if (errors.length > 0) throw new Error(`${file} cannot be parsed: ${errors[0]?.message}`);
  const found: string[] = [];
  const visit = (node: Node, isInside: boolean) => {
    const parameters = Array.isArray(node['params']) ? node['params'] : [];
    const inside = isInside || parameters.some((parameter) => takes(parameter, 'tx'));
    if (inside && isNamed(node, 'db'))
      found.push(`${file}:${source.slice(0, node['start'] as number).split('\n').length}`);
    for (const value of Object.values(node))
      for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) visit(child, inside);
  };
  visit(program as unknown as Node, false);
  return found;
}

test('no function with a transaction queries the pool', () => {
  const files = globSync('server/**/*.ts', { cwd: root, exclude: ['**/*.test.ts', 'server/testing/**'] });
  expect(files.length).toBeGreaterThan(100);
  expect(
    files.flatMap((file) => findPoolInTransaction(file, readFileSync(path.join(root, file), 'utf8'))),
    'pass tx instead of services.db there: docs/decisions/0028-a-transaction-is-a-type.md',
  ).toEqual([]);
});

test.each([
  ['in a rule', 'const rule = async (services, tx, id) => find(services.db, id);'],
  ['by its name', 'async function rule({ db, keys }: Services, tx: Transaction) { await find(db); }'],
  ['in the work of a transaction', 'transaction(services.db, async (tx) => { await find(services.db); });'],
  ['beside a transaction among options', 'const rule = async (services, { tx, id }) => find(services.db, id);'],
  ['beside one under another name', 'const rule = async (services, { tx: own }) => find(services.db, own);'],
  [
    'beside one that may be left out',
    'const rule = async (services, { with: { tx = none } = {} }) => find(services.db);',
  ],
  ['as the database of copied services', 'transaction(pool, (tx) => rule({ ...services, db: tx }));'],
])('the pool is found %s', (_, source) => {
  expect(findPoolInTransaction('server/rule.ts', source)).not.toEqual([]);
});

test('the pool passes where a transaction is begun, and beside it', () => {
  const source = 'transaction(services.db, async (tx) => find(tx)); find(services.db);';
  expect(findPoolInTransaction('server/rule.ts', source)).toEqual([]);
});

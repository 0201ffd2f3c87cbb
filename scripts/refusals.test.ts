import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseSync } from 'vite';
import { expect, test } from 'vitest';
import { errors } from '../contract/errors.ts';

const root = path.resolve(import.meta.dirname, '..');

type Node = Record<string, unknown> & { type: string };
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value;

/** @returns string literals that may be a thrown code: without comparisons and property names */
function findTexts(file: string, source: string): string[] {
  const { program, errors: faults } = parseSync(file, source);
  if (faults.length > 0) throw new Error(`${file} cannot be parsed: ${faults[0]?.message}`);
  const found: string[] = [];
  const visit = (node: Node) => {
    if (node.type === 'BinaryExpression' || node.type.startsWith('TS')) return visitCode(node);
    if (node.type === 'Literal' && typeof node['value'] === 'string') found.push(node['value']);
    for (const child of childrenOf(node)) visit(child);
  };
  /** Skips types and comparisons, except for functions inside of them. */
  const visitCode = (node: Node) => {
    for (const child of childrenOf(node)) if (child.type !== 'Literal') visit(child);
  };
  visit(program as unknown as Node);
  return found;
}

const childrenOf = (node: Node): Node[] =>
  Object.values(node).flatMap((value) => (Array.isArray(value) ? value : [value]).filter(isNode));

test('every refusal is thrown somewhere', () => {
  // Schemas name refusals of invalid input; calls only declare what the server throws.
  const files = globSync(['server/**/*.ts', 'contract/**/*.ts'], {
    cwd: root,
    exclude: [
      '**/*.test.ts',
      'server/{testing,api-reference,platform/stand-ins}/**',
      'contract/{errors,call,calls/*,console/*}.ts',
    ],
  });
  expect(files.length).toBeGreaterThan(300);
  const texts = new Set(files.flatMap((file) => findTexts(file, readFileSync(path.join(root, file), 'utf8'))));
  expect(
    Object.keys(errors).filter((code) => !texts.has(code)),
    'throw these with new Refusal(code), or take them out of contract/errors.ts and of the calls that declare them',
  ).toEqual([]);
});

test.each([
  ['a refusal thrown', "throw new Refusal('team-full');", ['team-full']],
  ['one of two', "throw new Refusal(isOwn ? 'team-full' : 'no-plan-found');", ['team-full', 'no-plan-found']],
  ['a code that is only compared', "const isFull = error.code === 'team-full';", []],
  ['a code that is only a type', "type Full = Extract<ErrorCode, 'team-full'>;", []],
])('%s is told apart', (_, source, expected) => {
  expect(findTexts('server/rule.ts', source)).toEqual(expected);
});

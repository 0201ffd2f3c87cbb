import path from 'node:path';
import { parseSync } from 'vite';

/** A module as the rules see it: path, imports, and free identifiers. */
export interface Module {
  path: string;
  imports: Import[];
  /** Identifiers that are read and are no properties: enough to detect `window` or `process`. */
  names: Set<string>;
}

/** One import, of values or of types, static or not. Exactly one of the two is set. */
export interface Import {
  /** Path from the repository's root. */
  ours?: string;
  /** Name of a package, or `node:…`. */
  foreign?: string;
  /** A dynamic `import()`. */
  isLater?: boolean;
}

type Node = Record<string, unknown> & { type: string };

const importing = new Set([
  'ImportDeclaration',
  'ExportNamedDeclaration',
  'ExportAllDeclaration',
  'ImportExpression',
  'TSImportType',
]);

/**
 * @param file path from the repository's root
 * @param source its text
 * @throws Error when it cannot be parsed: an unchecked module must not pass
 */
export function readModule(file: string, source: string): Module {
  const { program, errors } = parseSync(file, source);
  if (errors.length > 0) throw new Error(`${file} cannot be parsed: ${errors[0]?.message}`);
  const module: Module = { path: file, imports: [], names: new Set() };
  visit(program as unknown as Node, module);
  return module;
}

function visit(node: Node, module: Module) {
  const specifier = importing.has(node.type) ? (node['source'] as { value?: unknown } | null)?.value : undefined;
  if (typeof specifier === 'string')
    module.imports.push({ ...resolveImport(module.path, specifier), isLater: node.type === 'ImportExpression' });
  if (node.type === 'Identifier') module.names.add(node['name'] as string);
  for (const [key, value] of Object.entries(node)) {
    if (isPropertyName(node, key)) continue;
    for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) visit(child, module);
  }
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value;

/** `x.window` and `{ window: 1 }` name a property, not the browser's object. */
const isPropertyName = (node: Node, key: string) =>
  !node['computed'] && (key === 'property' || (key === 'key' && !node['shorthand']));

function resolveImport(from: string, specifier: string): Import {
  if (specifier.startsWith('.')) return { ours: path.posix.join(path.posix.dirname(from), specifier.split('?')[0]!) };
  if (specifier.startsWith('node:')) return { foreign: specifier };
  const parts = specifier.split('/');
  return { foreign: specifier.startsWith('@') ? parts.slice(0, 2).join('/') : parts[0]! };
}

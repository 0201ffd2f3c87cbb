import { parseSync } from 'vite';

/** Node modules that open connections, with their harmless exports. */
const ofNode: Record<string, readonly string[]> = {
  'node:net': ['createServer', 'isIP', 'isIPv4', 'isIPv6', 'BlockList'],
  'node:tls': [],
  'node:http': ['createServer', 'STATUS_CODES'],
  'node:https': ['createServer'],
  'node:http2': ['createServer', 'createSecureServer'],
  'node:dgram': [],
  'node:dns': [],
  'node:dns/promises': [],
};
/** Packages that open connections, by any export. */
const packages = [
  '@opentelemetry/exporter-trace-otlp-proto',
  'aws4fetch',
  'graphile-worker',
  'nodemailer',
  'openid-client',
  'pg',
  'stripe',
  'undici',
];
const globals = ['fetch', 'WebSocket', 'EventSource', 'XMLHttpRequest'];

type Node = Record<string, unknown> & { type: string };
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value;

/**
 * Finds what a module can open connections with: imported values of modules and packages, and globals.
 *
 * @throws Error when it cannot be parsed
 */
export function findConnections(file: string, source: string): string[] {
  const { program, errors } = parseSync(file, source);
  if (errors.length > 0) throw new Error(`${file} cannot be parsed: ${errors[0]?.message}`);
  const found = new Set<string>();
  const declared = new Set<string>();
  visit(program as unknown as Node, (node) => {
    for (const name of importedBy(node)) found.add(name);
    if (node.type === 'ImportSpecifier') declared.add((node['local'] as Node)['name'] as string);
  });
  visit(program as unknown as Node, (node) => {
    const name = node.type === 'Identifier' ? (node['name'] as string) : nameOfGlobal(node);
    if (globals.includes(name) && !declared.has(name)) found.add(name);
  });
  return [...found].toSorted();
}

/** `globalThis.fetch`, `global['fetch']`. */
function nameOfGlobal(node: Node): string {
  if (node.type !== 'MemberExpression') return '';
  const { object, property } = node as unknown as { object: Node; property: Node };
  return ['globalThis', 'global'].includes(object['name'] as string) ? nameOf(property) : '';
}

const nameOf = (property: Node) => String(property['name'] ?? property['value']);

function importedBy(node: Node): string[] {
  if (
    node.type === 'ImportExpression' ||
    node.type === 'ExportAllDeclaration' ||
    node.type === 'ExportNamedDeclaration'
  ) {
    const { source } = node as unknown as { source: { value?: string } | null };
    const specifier = prefixed(source?.value ?? '');
    return node['exportKind'] !== 'type' && (specifier in ofNode || packages.includes(specifier)) ? [specifier] : [];
  }
  if (node.type !== 'ImportDeclaration' || node['importKind'] === 'type') return [];
  const { source, specifiers } = node as unknown as { source: { value: string }; specifiers: Node[] };
  const specifier = prefixed(source.value);
  const values = specifiers.filter((each) => each['importKind'] !== 'type');
  if (values.length === 0) return [];
  if (packages.includes(specifier)) return [specifier];
  const harmless = ofNode[specifier];
  return harmless && values.some((each) => !harmless.includes(importedName(each))) ? [specifier] : [];
}

/** A namespace or default import gives access to all exports. */
const importedName = (specifier: Node) =>
  specifier.type === 'ImportSpecifier' ? nameOf(specifier['imported'] as Node) : '*';

/** `net` and `node:net` are one module. */
const prefixed = (specifier: string) => (`node:${specifier}` in ofNode ? `node:${specifier}` : specifier);

function visit(node: Node, look: (node: Node) => void): void {
  look(node);
  for (const [key, value] of Object.entries(node)) {
    if (isPropertyName(node, key)) continue;
    for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) visit(child, look);
  }
}

/** `outbound.fetch` and `{ fetch: 1 }` name a property; types name nothing that runs. */
const isPropertyName = (node: Node, key: string) =>
  key === 'typeAnnotation' || (!node['computed'] && (key === 'property' || (key === 'key' && !node['shorthand'])));

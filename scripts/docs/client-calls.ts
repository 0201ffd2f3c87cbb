import { parseSync } from 'vite';
import type { Files } from '../client-package/declarations.ts';

/** A client method, from the client's declarations. */
export interface Call {
  name: string;
  /** Its doc comment. */
  about: string;
  /** Refusal codes; a prefix ends in `…`. */
  refusals: string[];
  /** Signature, for example `getPlan({ planId: string })`. */
  signature: string;
  /** Type of the result. */
  answer: string;
}

/** A type that calls take or answer with. */
export interface NamedType {
  name: string;
  about: string;
  /** Its declaration. */
  lines: string;
}

/** Node types of methods, and of properties that are functions. */
const signatures = new Set(['TSPropertySignature', 'TSMethodSignature']);

/** The part of the parser's AST that is used here. */
interface Node {
  type: string;
  start: number;
  end: number;
  name?: string;
  optional?: boolean;
  key?: Node;
  id?: Node;
  params?: Node[];
  typeAnnotation?: Node;
  returnType?: Node;
  declaration?: Node | null;
}

/** All methods of the client by name; of duplicate declarations the first with a doc comment. */
export function findCalls(types: Files): Map<string, Call> {
  const calls = new Map<string, Call>();
  for (const [file, source] of types)
    for (const { node, about } of documented(file, source, ({ type }) => signatures.has(type))) {
      const signature = node.typeAnnotation?.typeAnnotation ?? node;
      if (!signature.params || !isCall(file, node, source)) continue;
      const call = callOf(node, signature, source, about);
      if (!calls.get(call.name)?.about) calls.set(call.name, call);
    }
  return calls;
}

/** The types that methods refer to, transitively, by name. */
export function findTypes(types: Files): NamedType[] {
  const all = declaredTypes(types);
  const wanted = new Set<NamedType>();
  const take = (text: string): void => {
    const named = new Set(text.match(/\b[A-Z]\w+/g));
    for (const each of all) {
      if (wanted.has(each) || !named.has(each.name)) continue;
      wanted.add(each);
      take(each.lines);
    }
  };
  take('MembershipOptions');
  for (const { signature, answer } of findCalls(types).values()) take(`${signature} ${answer}`);
  return [...wanted].toSorted((a, b) => a.name.localeCompare(b.name));
}

function declaredTypes(types: Files): NamedType[] {
  const isType = ({ type, declaration }: Node) =>
    type === 'ExportNamedDeclaration' && /^TS(?:Interface|TypeAlias)Declaration$/.test(declaration?.type ?? '');
  return [...types].flatMap(([file, source]) =>
    documented(file, source, isType).map(({ node, about }) => ({
      name: node.declaration!.id!.name!,
      about: about.replace(/\s*@\w+[\s\S]*$/, ''),
      lines: source.slice(node.declaration!.start, node.declaration!.end).replaceAll('    ', '  '),
    })),
  );
}

/** Whether a node is a public method; session and provider window are internal. */
const isCall = (file: string, { start }: Node, source: string) =>
  /^(?:account-calls|member-calls|second-step-calls|security-calls|membership)\.d\.ts$/.test(file) &&
  /(?:Calls\(|MemberOfPage )[\s\S]*$/.test(source.slice(0, start)) &&
  /^ {4}$/m.test(source.slice(source.lastIndexOf('\n', start) + 1, start));

function callOf(node: Node, signature: Node, source: string, about: string): Call {
  const of = (each: Node) => flat(source.slice(each.start, each.end));
  const params = signature.params!.map((each) => {
    const type = of(each.typeAnnotation!.typeAnnotation!);
    // What a call takes one by one says enough without a name.
    if (type.startsWith('{')) return type;
    const name = each.type === 'ObjectPattern' ? 'given' : each.name!;
    return `${name}${each.optional ? '?' : ''}: ${type}`;
  });
  const [words = '', ...throwing] = about.split(/\s*@throws RequestError\s*/);
  const name = node.key!.name!;
  return {
    name,
    about: words.replace(/\s*@\w+[\s\S]*$/, ''),
    refusals: throwing.flatMap((each) => [...each.matchAll(/`([a-z]+-[\w…-]+)`/g)].map((match) => match[1]!)),
    signature: `${name}(${params.join(', ')})`,
    answer: of(signature.returnType!.typeAnnotation!).replace(/^Promise<([\s\S]*)>$/, '$1'),
  };
}

const flat = (text: string) => text.replace(/\s+/g, ' ').replaceAll('; }', ' }');

/** Nodes of a kind, each with the doc comment right before it. */
function documented(file: string, source: string, isWanted: (node: Node) => boolean): { node: Node; about: string }[] {
  const { program, comments } = parseSync(file, source);
  const found: { node: Node; about: string }[] = [];
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) value.forEach(visit);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return;
    const node = value as Node;
    if (typeof node.type === 'string' && isWanted(node)) found.push({ node, about: commentBefore(node) });
    Object.values(node).forEach(visit);
  };
  const commentBefore = ({ start }: Node): string => {
    const comment = comments.findLast(({ end }) => end <= start && source.slice(end, start).trim() === '');
    return (comment?.value ?? '').replace(/^\*+|^\s*\* ?/gm, '').trim();
  };
  visit(program);
  return found;
}

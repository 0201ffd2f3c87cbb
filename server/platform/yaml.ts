import { isMap, isScalar, isSeq, LineCounter, parseDocument, stringify, type Node } from 'yaml';

/** A parsed YAML file with its positions. */
export interface YamlFile {
  value: unknown;
  /** The line, from 1, of the value at a path, or of its nearest existing ancestor. */
  lineOf(path: readonly PropertyKey[]): number | undefined;
}

/** A syntax error with its position. */
export interface YamlFault {
  line: number | undefined;
  message: string;
}

/** Invalid YAML, with all faults at once. */
export class WrongYaml extends Error {
  readonly faults: YamlFault[];
  constructor(faults: YamlFault[]) {
    super(faults.map(({ line, message }) => `line ${line}: ${message}`).join('\n'));
    this.faults = faults;
  }
}

/** Aliases are not expanded, against the "billion laughs" attack; our files have none. */
const maxAliasCount = 0;

/**
 * Parses YAML 1.2, of which JSON is a subset.
 *
 * @throws WrongYaml with every fault, including duplicate keys
 */
export function readYaml(text: string): YamlFile {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false, stringKeys: true });
  const lineAt = (offset: number) => lines.linePos(offset).line;
  if (document.errors.length > 0)
    throw new WrongYaml(document.errors.map(({ pos, message }) => ({ line: lineAt(pos[0]), message })));
  return {
    value: readValue(() => document.toJS({ maxAliasCount })),
    lineOf(path) {
      const offset = offsetOf(document.contents, path);
      return offset === undefined ? undefined : lineAt(offset);
    },
  };
}

function readValue(read: () => unknown): unknown {
  try {
    return read();
  } catch (error) {
    throw new WrongYaml([{ line: undefined, message: (error as Error).message }]);
  }
}

function offsetOf(root: Node | null, path: readonly PropertyKey[]): number | undefined {
  let node = root;
  let offset = node?.range?.[0];
  for (const step of path) {
    const found = isMap<Node, Node>(node)
      ? node.items.find(({ key }) => isScalar(key) && key.value === step)
      : undefined;
    const item = isSeq<Node>(node) && typeof step === 'number' ? node.items[step] : undefined;
    if (!found && !item) break;
    offset = (found?.key ?? item)?.range?.[0] ?? offset;
    node = found?.value ?? item ?? null;
  }
  return offset;
}

/** Writes a value as YAML without folding lines. undefined values are left out. */
export const writeYaml = (value: unknown): string => stringify(value, { lineWidth: 0 });

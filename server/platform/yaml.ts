import { isMap, isScalar, isSeq, LineCounter, parseDocument, stringify, type Node } from 'yaml';

/** What a file for people holds, and where in it. */
export interface YamlFile {
  value: unknown;
  /** The line, from 1, of what stands at a path, or of the nearest thing around it that is there. */
  lineOf(path: readonly PropertyKey[]): number | undefined;
}

/** A place in a file that is no YAML. */
export interface YamlFault {
  line: number | undefined;
  message: string;
}

export class WrongYaml extends Error {
  readonly faults: YamlFault[];
  constructor(faults: YamlFault[]) {
    super(faults.map(({ line, message }) => `line ${line}: ${message}`).join('\n'));
    this.faults = faults;
  }
}

/** References within the file that are followed; a file of ours has none, and a few lines can unfold into gigabytes. */
const maxAliasCount = 0;

/**
 * Reads YAML 1.2, and so JSON too.
 *
 * @throws WrongYaml with every fault, a key that stands there twice among them
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

/** Writes a value as YAML, as long lines where they are long. Values that are undefined are left out. */
export const writeYaml = (value: unknown): string => stringify(value, { lineWidth: 0 });

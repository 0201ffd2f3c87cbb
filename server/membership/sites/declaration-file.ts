import { readYaml, writeYaml, WrongYaml } from '../../platform/yaml.ts';
import { isSame } from './compare.ts';
import { describeFault, WrongDeclaration } from './declaration-faults.ts';
import { parseDeclaration, SiteDeclaration } from './site-declaration.ts';

/** A file that cannot be applied; its message has a line for every fault. */
export class WrongFile extends Error {}

/** A site as a file declares it. */
export interface DeclarationFile {
  declaration: SiteDeclaration;
  /** Puts what turned out to be wrong later into the words of this file, with lines. */
  explain(error: WrongDeclaration): WrongFile;
}

/**
 * @param name what to call the file in faults
 * @param text YAML, or JSON
 * @throws WrongFile with every fault at once: `demo.yaml:14 plans[1].prices[0].amountCents: …`
 */
export function readDeclarationFile(name: string, text: string): DeclarationFile {
  try {
    const file = readYaml(text);
    const explain = (error: WrongDeclaration) =>
      wrongFile(
        name,
        error.faults.map((fault) => ({ line: file.lineOf(fault.path), text: describeFault(fault) })),
      );
    try {
      return { declaration: parseDeclaration(file.value), explain };
    } catch (error) {
      throw error instanceof WrongDeclaration ? explain(error) : error;
    }
  } catch (error) {
    if (!(error instanceof WrongYaml)) throw error;
    throw wrongFile(
      name,
      error.faults.map(({ line, message }) => ({ line, text: message })),
    );
  }
}

function wrongFile(name: string, faults: { line: number | undefined; text: string }[]): WrongFile {
  const lines = faults
    .toSorted((one, other) => (one.line ?? 0) - (other.line ?? 0))
    .map(({ line, text }) => `  ${name}${line === undefined ? '' : `:${line}`}  ${text}`);
  return new WrongFile(`${name} cannot be applied:\n${lines.join('\n')}`);
}

/** A site as a file that can be applied again. What holds without being named is left out. */
export const writeDeclarationFile = (declaration: SiteDeclaration): string => writeYaml(withoutDefaults(declaration));

type Group = Record<string, unknown>;

/** Leaves out, one after the other, every setting without which the declaration reads the same. */
function withoutDefaults(declaration: SiteDeclaration): unknown {
  const parsed = SiteDeclaration.safeParse(declaration);
  // What is stored is in no order for people.
  const kept = structuredClone(parsed.success ? parsed.data : declaration) as Group;
  const readsTheSame = () => {
    const result = SiteDeclaration.safeParse(kept);
    return result.success && isSame(result.data, declaration);
  };
  const prune = (group: Group) => {
    for (const [key, value] of Object.entries(group)) {
      delete group[key];
      if (readsTheSame()) continue;
      group[key] = value;
      const inner = Array.isArray(value) ? (value as unknown[]) : [value];
      for (const each of inner) if (typeof each === 'object' && each !== null) prune(each as Group);
    }
    return group;
  };
  return prune(kept);
}

import * as z from 'zod/mini';
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
export function writeDeclarationFile(declaration: SiteDeclaration): string {
  // What is stored is in no order for people.
  const parsed = SiteDeclaration.safeParse(declaration);
  return writeYaml(withoutDefaults(SiteDeclaration, parsed.success ? parsed.data : declaration));
}

/** What of a schema says where values hang in it. */
interface Parts {
  innerType?: z.core.$ZodType;
  element?: z.core.$ZodType;
  shape?: Record<string, z.core.$ZodType>;
  options?: z.core.$ZodType[];
}

/** Leaves out every setting that has the value its schema gives it where none is named. */
function withoutDefaults(schema: z.core.$ZodType, value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const { innerType, element, shape, options } = schema._zod.def as Parts;
  if (innerType) return withoutDefaults(innerType, value);
  if (element && Array.isArray(value)) return value.map((entry) => withoutDefaults(element, entry));
  const fitting = options?.find((option) => z.safeParse(option, value).success);
  if (fitting) return withoutDefaults(fitting, value);
  if (!shape) return value;
  const told = Object.entries(value).filter(([key, inner]) => !isUsual(shape[key], inner));
  return Object.fromEntries(told.map(([key, inner]) => [key, shape[key] ? withoutDefaults(shape[key], inner) : inner]));
}

function isUsual(schema: z.core.$ZodType | undefined, value: unknown): boolean {
  const usual = schema && z.safeParse(schema, undefined);
  return usual?.success === true && isSame(usual.data, value);
}

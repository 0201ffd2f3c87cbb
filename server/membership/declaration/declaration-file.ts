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
  /** Turns faults found while applying into faults of this file, with line numbers. */
  explain(error: WrongDeclaration): WrongFile;
}

/**
 * Parses a site's file.
 *
 * @param name the file's name, for faults
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

/** A site as the text of a file that can be applied again. Settings with their default are left out. */
export function writeDeclarationFile(declaration: SiteDeclaration): string {
  // Parsing sorts the keys: jsonb does not keep their order.
  const parsed = SiteDeclaration.safeParse(declaration);
  return writeYaml(withoutDefaults(SiteDeclaration, parsed.success ? parsed.data : declaration));
}

/** Parts of a zod schema that lead to nested schemas. */
interface Parts {
  innerType?: z.core.$ZodType;
  element?: z.core.$ZodType;
  shape?: Record<string, z.core.$ZodType>;
  options?: z.core.$ZodType[];
}

/** Leaves out every setting that has its default. */
function withoutDefaults(schema: z.core.$ZodType, value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const { innerType, element, shape, options } = schema._zod.def as Parts;
  if (innerType) return withoutDefaults(innerType, value);
  if (element && Array.isArray(value)) return value.map((entry) => withoutDefaults(element, entry));
  const fitting = options?.find((option) => z.safeParse(option, value).success);
  if (fitting) return withoutDefaults(fitting, value);
  if (!shape) return value;
  const told = Object.entries(value).filter(([key, inner]) => !isDefault(shape[key], inner));
  return Object.fromEntries(told.map(([key, inner]) => [key, shape[key] ? withoutDefaults(shape[key], inner) : inner]));
}

function isDefault(schema: z.core.$ZodType | undefined, value: unknown): boolean {
  const filled = schema && z.safeParse(schema, undefined);
  return filled?.success === true && isSame(filled.data, value);
}

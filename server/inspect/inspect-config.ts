import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod/mini';
import { isProblemId } from '../../inspection/problems.ts';
import { WrongWords } from '../platform/commands.ts';
import { readYaml, WrongYaml } from '../platform/yaml.ts';

/** What a folder of pages says about its inspection, in a file beside them. */

/** In the folder where the command is typed. YAML, and so JSON too. */
export const configFile = 'inspect.config.yaml';

const Id = z.string().check(z.refine(isProblemId, { error: 'the Inspector knows no such problem' }));
const Config = z.strictObject({
  ignore: z._default(
    z.array(
      z.union([
        Id,
        z.strictObject({
          id: Id,
          /** Patterns for names of files and addresses, `old/**` say; left out, all. */
          pages: z.optional(z.array(z.string().check(z.minLength(1)))),
          /** What stands in the attribute; left out, anything. */
          value: z.optional(z.string()),
        }),
      ]),
    ),
    [],
  ),
});

interface Ignoring {
  id: string;
  pages?: readonly string[] | undefined;
  value?: string | undefined;
}

/** Whether a problem of a page is not to be told. */
export type Ignores = (page: string, finding: { id: string; value: string | null }) => boolean;

/**
 * @param folder where the command was typed
 * @param typed ids between commas, from the command
 * @throws WrongWords for a file that can not be read, and for ids of no problem
 */
export function readIgnores(folder: string, typed: string | undefined): Ignores {
  const ids = (typed ?? '').split(',').flatMap((each) => (each.trim() === '' ? [] : [each.trim()]));
  const unknown = ids.find((id) => !isProblemId(id));
  if (unknown !== undefined) throw new WrongWords(`--ignore: the Inspector knows no problem "${unknown}".`);
  const all: Ignoring[] = [...ids.map((id) => ({ id })), ...readConfig(folder)];
  return (page, finding) =>
    all.some(
      ({ id, pages, value }) =>
        id === finding.id &&
        (value === undefined || value === finding.value) &&
        (pages === undefined || pages.some((pattern) => path.matchesGlob(page, pattern))),
    );
}

function readConfig(folder: string): Ignoring[] {
  const file = path.join(folder, configFile);
  if (!existsSync(file)) return [];
  try {
    const read = z.safeParse(Config, readYaml(readFileSync(file, 'utf8')).value ?? {});
    if (read.success) return read.data.ignore.map((each) => (typeof each === 'string' ? { id: each } : each));
    const faults = read.error.issues.map(({ path: at, message }) => `  ${at.join('.')}: ${message}`);
    throw new WrongWords(`${configFile} cannot be read:\n${faults.join('\n')}`);
  } catch (error) {
    if (error instanceof WrongYaml) throw new WrongWords(`${configFile} cannot be read:\n${error.message}`);
    throw error;
  }
}

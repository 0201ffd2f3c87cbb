import { readdir } from 'node:fs/promises';

/** Files of this folder that are no step of the schema. */
const others = ['all.ts', 'names.ts'];

/** The steps of the schema by name, in order, without reading them: a start on a schema that has them all needs no more. */
export const migrationNames: readonly string[] = namesOf(await readdir(new URL('.', import.meta.url)));

/** @throws Error for a file that is neither a numbered step, a test nor one of ours */
function namesOf(files: readonly string[]): string[] {
  const steps = files.filter((file) => !others.includes(file) && !file.endsWith('.test.ts')).toSorted();
  const odd = steps.find((file) => !/^\d{4}-[a-z-]+\.ts$/.test(file));
  if (odd !== undefined)
    throw new Error(`server/migrations/${odd} is not named like a step of the schema: 0027-what-it-adds.ts.`);
  return steps.map((file) => file.slice(0, -'.ts'.length));
}

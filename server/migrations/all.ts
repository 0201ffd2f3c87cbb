import { readdir } from 'node:fs/promises';
import type { Migrations } from '../platform/database/migrate.ts';

/**
 * The schema's history: every numbered file of this folder. A merged step is never changed; add the next one.
 *
 * @throws Error for a file that is neither a numbered step, a test nor this one, or that exports anything but one step
 */
export const migrations: Migrations = await readMigrations(await readdir(new URL('.', import.meta.url)));

async function readMigrations(files: readonly string[]): Promise<Migrations> {
  const names = files.filter((file) => file !== 'all.ts' && !file.endsWith('.test.ts')).toSorted();
  return Object.fromEntries(
    await Promise.all(names.map(async (file) => [file.slice(0, -'.ts'.length), await read(file)])),
  );
}

async function read(file: string): Promise<Migrations[string]> {
  if (!/^\d{4}-[a-z-]+\.ts$/.test(file))
    throw new Error(`server/migrations/${file} is not named like a step of the schema: 0027-what-it-adds.ts.`);
  const exported = Object.values(
    (await import(new URL(file, import.meta.url).href)) as Record<string, Migrations[string]>,
  );
  const [step] = exported;
  if (exported.length !== 1 || typeof step?.up !== 'function')
    throw new Error(`server/migrations/${file} must export one object with a function "up", and nothing else.`);
  return step;
}

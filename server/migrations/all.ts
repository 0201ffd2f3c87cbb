import type { Migrations } from '../platform/database/migrate.ts';
import { migrationNames } from './names.ts';

/**
 * The schema's history: every numbered file of this folder. A merged step is never changed; add the next one.
 *
 * @throws Error for a file that exports anything but one step
 */
export const migrations: Migrations = Object.fromEntries(
  await Promise.all(migrationNames.map(async (name) => [name, await read(name)])),
);

async function read(name: string): Promise<Migrations[string]> {
  const file = `${name}.ts`;
  const exported = Object.values(
    (await import(new URL(file, import.meta.url).href)) as Record<string, Migrations[string]>,
  );
  const [step] = exported;
  if (exported.length !== 1 || typeof step?.up !== 'function')
    throw new Error(`server/migrations/${file} must export one object with a function "up", and nothing else.`);
  return step;
}

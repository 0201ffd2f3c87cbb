import { stat } from 'node:fs/promises';
import path from 'node:path';
import {
  WrongWords,
  type Command,
  type CommandGroup,
  type StandaloneCommand,
  type Typed,
} from '../platform/commands.ts';
import { createDatabase, createPool, endPool, type Database } from '../platform/database/database.ts';
import type { EmbeddedPostgres } from '../platform/database/embedded.ts';
import { readEnv, type Env } from '../platform/env.ts';
import { noteStaffCommand } from '../platform/security-events/staff-commands.ts';
import { afterRestore, describeAfterRestore } from './after-restore.ts';
import { manifestName, type Manifest } from './manifest.ts';
import { describeBytes, takeBackup } from './take-backup.ts';
import { migrationNames } from '../migrations/names.ts';

/** Where the commands are typed, and what they need of it. */
export interface BackupTerminal {
  /** The folder a command was typed in. */
  folder: string;
  print(line: string): void;
  /** Starts or adopts the embedded database. @throws WrongWords where there is none */
  startExisting(dataDir: string): Promise<EmbeddedPostgres>;
}

const ownServer =
  'DATABASE_URL names a PostgreSQL of your own, which pgBackRest backs up and restores, to any moment: docs/backup.md.';

const secretsNote = `A backup holds everything: password hashes, addresses, payments. Keep it where you would keep the database, mode 0600 and
encrypted. Values under INTAKE_SECRETS are sealed in it: keep these secrets, but apart from the backups. Where INTAKE_SECRETS
is not set, the product has made its secrets itself, and they lie in the database and so in the backup.`;

/** Commands that back up and restore. */
export function backupCommands(terminal: BackupTerminal): CommandGroup<{ db: Database }> {
  const backup: StandaloneCommand = {
    name: 'backup',
    about: 'writes the embedded database and the uploaded files into a folder, while the product runs',
    options: {
      to: { type: 'string', takes: '<folder>', about: 'where the backup goes, a new folder in it: the current one' },
    },
    details: `The folder is named after the moment. It has a name ending in ".partial" until it is whole.\n\n${secretsNote}\n\ndocs/backup.md tells the rest.`,
    runAlone: (typed) => runBackup(terminal, typed),
  };
  const restore: StandaloneCommand = {
    name: 'restore',
    takes: ['<backup>'],
    about: 'puts a backup into DATA_DIR, while no product runs there',
    options: {
      replace: {
        type: 'boolean',
        about: 'moves data that is there aside; without it, such data is a reason to refuse',
      },
    },
    details: `Length and checksum of every file are verified first. All members have to log in again, and to ask again for codes and
links that were mailed: the log-outs since the backup are forgotten with it, and which codes were used. At its next start the product asks the card provider what has happened since, and lists in "reviews" what
it does not know. Start it with the INTAKE_SECRETS that the backup was taken under.`,
    runAlone: (typed) => runRestore(terminal, typed),
  };
  const after: Command<{ db: Database }> = {
    name: 'after-restore',
    about:
      'logs all members out, voids mailed codes and links, and gives students time to choose again, once a PostgreSQL of your own was restored to an earlier moment',
    details:
      'Type it before the product is started on the restored database: docs/backup.md. "restore" does it by itself.',
    async run({ db }) {
      return describeAfterRestore(await afterRestore(db)).join('\n');
    },
  };
  return { title: 'Backups', commands: [backup, restore, after] };
}

function readEmbeddedEnv(): Env {
  const env = readEnv(process.env);
  if (env.databaseUrl !== undefined) throw new WrongWords(ownServer);
  return env;
}

async function runBackup({ folder, print, startExisting }: BackupTerminal, { values }: Typed): Promise<string> {
  const env = readEmbeddedEnv();
  const into = path.resolve(folder, (values['to'] as string | undefined) ?? '.');
  await requireNoFile(into);
  const target = path.join(into, `intake-backup-${new Date().toISOString().replaceAll(/[-:]|\.\d+/g, '')}`);
  const startedMs = performance.now();
  const embedded = await startExisting(env.dataDir);
  const pool = createPool({ url: embedded.ownerUrl, maxConnections: 1 });
  try {
    // A process that ends stops the server unless a client is connected, and a base backup counts as none.
    const held = await pool.connect();
    const manifest = await takeBackup({
      ownerUrl: embedded.ownerUrl,
      filesFolder: env.filesUrl === undefined ? path.resolve(env.dataDir, 'files') : undefined,
      target,
      tell: print,
    }).finally(() => held.release());
    const said = describeBackup(target, manifest, performance.now() - startedMs);
    return await noteStaffCommand(createDatabase(pool), { command: 'backup', outcome: 'done' }).then(
      () => said,
      (error: Error) => `${said}\n\nThe backup is whole, but the security log does not have it: ${error.message}`,
    );
  } finally {
    await endPool(pool);
    await embedded.stop();
  }
}

async function requireNoFile(folder: string): Promise<void> {
  const isFolder = await stat(folder).then(
    (found) => found.isDirectory(),
    () => true,
  );
  if (!isFolder) throw new WrongWords(`${folder} is a file. Name a folder with --to.`);
}

function describeBackup(target: string, { database, files, members }: Manifest, ms: number): string {
  const uploads = files
    ? `, ${files.count} uploaded files (${describeBytes(files.bytes)})`
    : '. Uploaded files lie in the bucket of FILES_URL and are not part of it';
  return `${target}\nThe database with ${members} members (${describeBytes(database.bytes)})${uploads}, in ${seconds(ms)}.\n\n${secretsNote}`;
}

const seconds = (ms: number) => `${(ms / 1_000).toFixed(1)} s`;

async function runRestore({ folder, print }: BackupTerminal, { words, values }: Typed): Promise<string> {
  const env = readEmbeddedEnv();
  const startedMs = performance.now();
  const { restoreBackup } = await import('./restore-backup.ts');
  const given = path.resolve(folder, words[0]!);
  const { manifest, movedAside, after } = await restoreBackup({
    folder: path.basename(given) === manifestName ? path.dirname(given) : given,
    dataDir: env.dataDir,
    replaces: values['replace'] === true,
    knownMigrations: migrationNames,
    tell: print,
  });
  return [
    `${path.resolve(env.dataDir)} is restored, in ${seconds(performance.now() - startedMs)}.`,
    `Everything that was committed before ${manifest.takenAt} is there, and what was committed while the backup was taken.`,
    ...describeAfterRestore(after),
    ...movedAside.map((place) => `What was there is in ${place}. Delete it once you do not need it any more.`),
    'Start the product. It asks the card provider what has happened since; "npm run intake -- reviews" lists what it does not know.',
  ].join('\n');
}

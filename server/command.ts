import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline/promises';
import { createInspectCommands } from './inspect/inspect-command.ts';
import { enrolmentSite } from './enrolment/enrolment-site.ts';
import { enrolmentTables, operatorCommands } from './enrolment/operator-command.ts';
import { appCommands } from './membership/administration/commands/app-commands.ts';
import type { Terminal } from './membership/administration/commands/command-services.ts';
import type { MemberDeletion } from './membership/administration/member-deletion.ts';
import { memberCommands } from './membership/administration/commands/member-commands.ts';
import { sessionCommands } from './membership/administration/commands/session-commands.ts';
import { WrongFile } from './membership/declaration/declaration-file.ts';
import { createSites } from './membership/sites/sites.ts';
import { migrateCommands } from './migrate-command.ts';
import { createClock } from './platform/clock.ts';
import { exitCodeOfFailure, runCommand, WrongWords, type CommandGroup } from './platform/commands.ts';
import { createDatabase, createPool } from './platform/database/database.ts';
import { startEmbeddedPostgres } from './platform/database/embedded.ts';
import { developmentSecret } from './platform/development-secrets.ts';
import { readEnv, WrongEnvironment, type Env } from './platform/env.ts';
import { createRateLimits } from './platform/http/limits.ts';
import { createKeys } from './platform/keys.ts';
import { oneLine } from './platform/one-line.ts';
import { createOutbound } from './platform/outbound.ts';
import { Refusal } from './platform/refusal.ts';
import { noteStaffCommand } from './platform/security-events/staff-commands.ts';
import { resealCommands } from './reseal-command.ts';
import { readSecret, WrongSecretFile } from './platform/secret-files.ts';
import { securityLogCommands } from './security-log-command.ts';

type Services = Awaited<ReturnType<typeof createServices>>;

/** Staff's commands, on the same database as the running product, and builders', on none. */
async function run(words: string[]): Promise<number> {
  let exitCode = 0;
  const terminal = createTerminal();
  const groups: CommandGroup<Services>[] = [
    operatorCommands,
    appCommands,
    memberCommands,
    resealCommands,
    sessionCommands,
    securityLogCommands(terminal.folder),
    migrateCommands,
    createInspectCommands({
      ...terminal,
      tell: process.stderr.isTTY ? (line) => console.error(oneLine(line)) : undefined,
      endWith: (code) => (exitCode = code),
      documentation: (process.env['APP_URL'] || `http://localhost:${process.env['PORT'] || 4000}`).replace(/\/$/, ''),
    }),
  ];
  try {
    console.log(await runCommand(groups, words, lend));
    return exitCode;
  } catch (error) {
    console.error(explain(error));
    return exitCodeOfFailure(groups, words);
  }
}

async function lend(use: (services: Services) => Promise<string>, command: string): Promise<string> {
  const env = readEnv(process.env);
  const embedded = env.databaseUrl
    ? undefined
    : await startEmbeddedPostgres({ directory: path.join(env.dataDir, 'postgres') });
  const pool = createPool({ url: env.databaseUrl ?? embedded!.url, maxConnections: 2 });
  try {
    return await recording(await createServices(env, pool), command, use);
  } finally {
    await pool.end();
    await embedded?.stop();
  }
}

/** Has the running product record the command, whether it did what was asked or not. */
async function recording(
  services: Services,
  command: string,
  use: (services: Services) => Promise<string>,
): Promise<string> {
  const note = (outcome: 'done' | 'failed') => noteStaffCommand(services.db, { command, by: userName(), outcome });
  try {
    const said = await use(services);
    await note('done');
    return said;
  } catch (error) {
    // The reason of the failure counts: the database may be empty.
    await note('failed').catch(() => undefined);
    throw error;
  }
}

async function createServices(env: Env, pool: ReturnType<typeof createPool>) {
  const db = createDatabase(pool);
  const world = {
    db,
    clock: createClock(env.startsAt),
    keys: createKeys(env.secrets.length > 0 ? env.secrets : [await developmentSecret(db, 'signing')]),
    outbound: createOutbound({ reachesOwnMachine: !env.production }),
  };
  return {
    ...world,
    sites: createSites(db, env.appUrl),
    olderSecrets: Math.max(0, env.secrets.length - 1),
    appUrl: env.appUrl,
    uploadsUrl: env.uploadsUrl,
    personalTables: enrolmentTables,
    neededSites: { [enrolmentSite]: 'it is the portal’s, and every partner’s pages stand on it.' },
    async lendDeletion<T>(use: (deletion: MemberDeletion) => Promise<T>): Promise<T> {
      // All other commands start faster without both domains.
      const { lendDeletion } = await import('./deletion-lender.ts');
      return lendDeletion(env, { ...world, limits: createRateLimits(pool) }, use);
    },
    terminal: createTerminal(),
    readVariable: (name: string) => readSecret(process.env, name),
    actor: `command line (${userName()})`,
  };
}

/** Who types. Where the user has no account, as in many containers, the number has to do. */
function userName(): string {
  try {
    return os.userInfo().username;
  } catch {
    return `user-${process.getuid?.()}`;
  }
}

function createTerminal(): Terminal {
  return {
    print: (text) => console.log(text),
    ...(process.stdin.isTTY && process.stdout.isTTY ? { confirm, ask } : { confirm: undefined, ask: undefined }),
    hasColours: process.stdout.isTTY && !process.env['NO_COLOR'],
    // npm goes to the project's folder, and says where it was called.
    folder: process.env['INIT_CWD'] ?? process.cwd(),
  };
}

const confirm = async (question: string): Promise<boolean> => /^y(?:es)?$/i.test(await ask(`${question} [y/N] `));

async function ask(question: string): Promise<string> {
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  try {
    return (await terminal.question(question)).trim();
  } finally {
    terminal.close();
  }
}

const expected = [WrongWords, WrongFile, Refusal, WrongEnvironment, WrongSecretFile];

function explain(error: unknown): string {
  const { code, message } = error as { code?: string; message: string };
  if (expected.some((kind) => error instanceof kind)) return message;
  if (code === '42P01') return 'The database is empty. Start the product once, with npm start: it makes the tables.';
  if (code === '42501')
    return `The database refuses this account: ${message}. "npm run intake -- migrate", with the owner's address in DATABASE_OWNER_URL, gives the one in DATABASE_URL its rights.`;
  return `That did not work: ${message}`;
}

process.exitCode = await run(process.argv.slice(2));

import path from 'node:path';
import { createInterface } from 'node:readline/promises';
import { backupCommands } from './backup/backup-commands.ts';
import { createInspectCommands } from './inspect/inspect-command.ts';
import { enrolmentSite } from './enrolment/enrolment-site.ts';
import { neededFields } from './enrolment/needed-fields.ts';
import { operatorCommands } from './enrolment/operator-command.ts';
import { appCommands } from './membership/administration/commands/app-commands.ts';
import type { Terminal } from './membership/administration/commands/command-services.ts';
import type { MemberDeletion } from './membership/administration/member-deletion.ts';
import type { MemberImport } from './membership/administration/member-files/import-members.ts';
import type { Membership } from './membership/index.ts';
import { memberFileCommands } from './membership/administration/commands/member-file-commands.ts';
import { memberCommands } from './membership/administration/commands/member-commands.ts';
import { sessionCommands } from './membership/administration/commands/session-commands.ts';
import { suspensionCommands } from './membership/administration/commands/suspension-commands.ts';
import { WrongFile } from './membership/declaration/declaration-file.ts';
import { parseEmail } from './membership/members/email-address.ts';
import { createSites, hasVoided, listSites } from './membership/sites/sites.ts';
import { migrateCommands } from './migrate-command.ts';
import { createClock } from './platform/clock.ts';
import { exitCodeOfFailure, runCommand, WrongWords, type CommandGroup } from './platform/commands.ts';
import { createDatabase, createPool, type Database } from './platform/database/database.ts';
import { createReports } from './platform/database/reports.ts';
import { openStandby, type Standby } from './platform/database/standby.ts';
import { NoCluster, startEmbeddedPostgres, type EmbeddedPostgres } from './platform/database/embedded.ts';
import { findDevelopmentSecret } from './platform/development-secrets.ts';
import { readEnv, WrongEnvironment, type Env } from './platform/env.ts';
import { createRateLimits } from './platform/http/limits.ts';
import { createKeys, refuseKeys, type Keys } from './platform/keys.ts';
import { createLog } from './platform/log.ts';
import { oneLine } from './platform/one-line.ts';
import { createOutbound } from './platform/outbound.ts';
import { Refusal } from './platform/refusal.ts';
import { noteStaffCommand, staffName } from './platform/security-events/staff-commands.ts';
import { resealCommands } from './reseal-command.ts';
import { readSecret, WrongSecretFile } from './platform/secret-files.ts';
import { staffCommands } from './staff/administration/staff-commands.ts';
import { securityLogCommands } from './security-log-command.ts';

type Services = Awaited<ReturnType<typeof createServices>>;

/** Commands of staff, on the running product's database, and of site builders, without one. */
async function run(words: string[]): Promise<number> {
  let exitCode = 0;
  const terminal = createTerminal();
  const groups: CommandGroup<Services>[] = [
    operatorCommands,
    appCommands,
    memberCommands,
    memberFileCommands,
    resealCommands,
    sessionCommands,
    suspensionCommands,
    staffCommands,
    securityLogCommands(terminal.folder),
    migrateCommands,
    backupCommands({ ...terminal, startExisting }),
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
  const embedded = env.databaseUrl === undefined ? await startExisting(env.dataDir) : undefined;
  const pool = createPool({ url: env.databaseDirectUrl ?? env.databaseUrl ?? embedded!.url, maxConnections: 2 });
  const standby = openReadStandby(env);
  standby?.watch(createDatabase(pool));
  try {
    return await recording(await createServices(env, pool, standby), command, use);
  } catch (error) {
    if ((error as { code?: string }).code !== undefinedTable) throw error;
    const place = embedded ? `in ${path.resolve(env.dataDir)}` : 'that DATABASE_URL names';
    throw new WrongWords(`The database ${place} is empty: ${noProduct}`, { cause: error });
  } finally {
    await standby?.close();
    await pool.end();
    await embedded?.stop();
  }
}

/** PostgreSQL's code for a table there is not. */
const undefinedTable = '42P01';
const noProduct =
  'no product was started on it yet. Give the command the DATA_DIR or DATABASE_URL of the product it is for.';

/** @throws WrongWords where there is no database: a command makes none, it would be one without a product */
async function startExisting(dataDir: string): Promise<EmbeddedPostgres> {
  try {
    return await startEmbeddedPostgres({ directory: path.join(dataDir, 'postgres'), mustExist: true });
  } catch (error) {
    if (!(error instanceof NoCluster)) throw error;
    throw new WrongWords(`There is no database in ${path.resolve(dataDir)}: ${noProduct}`, { cause: error });
  }
}

/** Has the running product log the command and its outcome. */
async function recording(
  services: Services,
  command: string,
  use: (services: Services) => Promise<string>,
): Promise<string> {
  const note = (outcome: 'done' | 'failed') => noteStaffCommand(services.db, { command, outcome });
  try {
    const said = await use(services);
    await note('done');
    return said;
  } catch (error) {
    // Keep the original error: the database may be empty.
    await note('failed').catch(() => undefined);
    throw error;
  }
}

/** The standby for reports of commands. Nothing is logged: what it does not answer, the primary does. */
const openReadStandby = ({ databaseReadUrl: url, databaseReadLagSeconds: lagSeconds }: Env): Standby | undefined =>
  url === undefined
    ? undefined
    : openStandby({ url, lagSeconds, applicationName: 'intake-command', log: createLog('silent') });

async function createServices(env: Env, pool: ReturnType<typeof createPool>, standby: Standby | undefined) {
  const db = createDatabase(pool);
  const world = {
    db,
    reports: createReports(db, standby),
    clock: createClock(env.startsAt),
    keys: await lendKeys(env, db),
    outbound: createOutbound({ reachesOwnMachine: !env.production }),
  };
  const lendWhole = async <T>(use: (membership: Membership) => Promise<T>): Promise<T> => {
    if (!env.stripe && (await findMade(db, 'webhook')) === undefined) refuseWithout('STRIPE_SECRET_KEY');
    // Lazy import: all other commands start faster without both domains.
    const { lendMembership } = await import('./membership-lender.ts');
    return lendMembership(env, { ...world, limits: createRateLimits(pool) }, use);
  };
  return {
    ...world,
    sites: createSites(db, env.appUrl),
    membership: { parseEmail, listSites: () => listSites(db) },
    olderSecrets: Math.max(0, env.secrets.length - 1),
    appUrl: env.appUrl,
    uploadsUrl: env.uploadsUrl,
    listPersonalTables: async () => (await import('./personal-tables.ts')).personalTables,
    neededFields,
    neededSites: { [enrolmentSite]: 'it is the portal’s, and every partner’s pages stand on it.' },
    lendDeletion: <T>(use: (deletion: MemberDeletion) => Promise<T>) => lendWhole(({ deletion }) => use(deletion)),
    lendImport: <T>(use: (importMembers: MemberImport) => Promise<T>) =>
      lendWhole(({ importMembers }) => use(importMembers)),
    terminal: createTerminal(),
    readVariable: (name: string) => readSecret(process.env, name),
    actor: `command line (${staffName()})`,
  };
}

/**
 * The keys of the product. Without its secret each use of them throws, since most commands use none; so it does in
 * production without its address, to which links that are sealed with them lead.
 */
async function lendKeys({ secrets }: Env, db: Database): Promise<Keys> {
  if (secrets.length > 0) {
    if (process.env['APP_URL'] || (await findMade(db, 'signing')) || (await findMade(db, 'webhook')))
      return createKeys(secrets);
    return refuseKeys(() => refuseWithout('APP_URL'));
  }
  const made = await findMade(db, 'signing');
  return made === undefined ? refuseKeys(() => refuseWithout('INTAKE_SECRETS')) : createKeys([made]);
}

/**
 * A secret that the product in development has made. A command makes none: in a database of production it would seal
 * under one that the processes do not have, or open the card sandbox.
 */
const findMade = async (db: Database, name: string): Promise<string | undefined> =>
  (await hasVoided(db)) ? undefined : findDevelopmentSecret(db, name);

function refuseWithout(variable: string): never {
  throw new WrongWords(
    `${variable} is not set, and the product on this database does not run without it. Give the command the whole environment of the product: docs/production.md#commands.`,
  );
}

function createTerminal(): Terminal {
  return {
    print: (text) => console.log(text),
    ...(process.stdin.isTTY && process.stdout.isTTY ? { confirm, ask } : { confirm: undefined, ask: undefined }),
    hasColours: process.stdout.isTTY && !process.env['NO_COLOR'],
    // npm changes to the project's folder; INIT_CWD is where it was called.
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
  if (code === '42501')
    return `The database refuses this account: ${message}. "npm run intake -- migrate", with the owner's address in DATABASE_OWNER_URL, gives the one in DATABASE_URL its rights.`;
  return `That did not work: ${message}`;
}

process.exitCode = await run(process.argv.slice(2));

import path from 'node:path';
import { operatorHelp, runOperatorCommand, UnknownCommand } from './enrolment/operator-command.ts';
import { createClock } from './platform/clock.ts';
import { createDatabase, createPool } from './platform/database/database.ts';
import { startEmbeddedPostgres } from './platform/database/embedded.ts';
import { readEnv, WrongEnvironment } from './platform/env.ts';
import { Refusal } from './platform/refusal.ts';

/** Staff's commands, on the same database as the running product. */
const words = process.argv.slice(2);
if (words.length === 0 || words.includes('--help')) console.log(operatorHelp);
else process.exitCode = await run();

async function run(): Promise<number> {
  try {
    const env = readEnv(process.env);
    const embedded = env.databaseUrl
      ? undefined
      : await startEmbeddedPostgres({ directory: path.join(env.dataDir, 'postgres') });
    const pool = createPool({ url: env.databaseUrl ?? embedded!.url, maxConnections: 2 });
    try {
      console.log(await runOperatorCommand({ db: createDatabase(pool), clock: createClock(env.startsAt) }, words));
      return 0;
    } finally {
      await pool.end();
      await embedded?.stop();
    }
  } catch (error) {
    const isExpected = error instanceof UnknownCommand || error instanceof Refusal || error instanceof WrongEnvironment;
    console.error(isExpected ? error.message : `That did not work: ${(error as Error).message}`);
    return 1;
  }
}

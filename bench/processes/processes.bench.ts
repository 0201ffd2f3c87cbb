import { randomInt, randomUUID } from 'node:crypto';
import { cpus } from 'node:os';
import { Worker } from 'node:worker_threads';
import pg from 'pg';
import type { Ground } from '../ground.ts';
import type { Program } from '../program.ts';
import { emailOf, seed, tokenOf } from '../growth/seed.ts';
import { measure, median, type Shot } from '../membership/load.ts';
import { password } from '../membership/seed.ts';
import { bearer, get, post } from '../requests.ts';
import type { Table } from '../table.ts';
import { useOf, type ProcessorTime } from '../processor-time.ts';
import { judge, leastGain } from './judge.ts';

/** Options of the benchmark of processes. */
export interface ProcessesOptions {
  seconds: number;
  rounds: number;
  /** Told before each step. */
  say(step: string): void;
}

const members = 5_000;
/**
 * To each process. With twice as many at one process its reads would be cheaper than those of two: what comes together shares a
 * statement (decision 0092).
 */
const connections = 16;

/** What some processes answered, and the processors that were used meanwhile. */
interface Run {
  perSecond: number;
  failed: number;
  cores: ProcessorTime;
}

const publicKey = 'pk_sb_demo';
const anySession = () => bearer(tokenOf(randomInt(1, members + 1)));
const calls: Record<string, () => Shot> = {
  'current member': () => get('/member', publicKey, anySession()),
  update: () => post('/member', publicKey, { customFields: { workshop: randomUUID() } }, anySession()),
  'log-in': () => post('/auth/login', publicKey, { email: emailOf(randomInt(1, members + 1)), password }),
};

/** Measures one process and two on one database, at full speed and with an eighth of a processor each. */
export async function measureProcesses(ground: Ground, options: ProcessesOptions): Promise<Table[]> {
  const databaseUrl = await ground.newDatabase('processes');
  const both = [await ground.startProduct(databaseUrl), await ground.startProduct(databaseUrl)];
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 2 });
  await seed(pool, { members, sessionsEach: 1 });
  await pool.end();
  const run = createRuns(ground, both);
  const { rounds, seconds } = options;
  const table: Table = {
    title: `One process and two on one database (median of ${rounds} rounds of ${seconds} s, in turns); processors in use, of ${cpus().length}`,
    columns: ['call', 'one/s', 'two/s', 'ratio', 'product', 'PostgreSQL', 'load', 'machine', 'failed'],
    rows: [],
    verdicts: [],
  };
  for (const [name, shoot] of Object.entries(calls)) await compare(table, { name, shoot, run, ...options });
  options.say('an eighth of a processor each');
  for (const name of ['current member', 'update'])
    await compare(table, { name: `${name}, slowed`, shoot: calls[name]!, run: slowed(run, both), ...options });
  return [table];
}

type Runs = (processes: 1 | 2, seconds: number, shoot: () => Shot) => Promise<Run>;

interface Comparison extends ProcessesOptions {
  name: string;
  shoot: () => Shot;
  run: Runs;
}

async function compare(table: Table, { name, shoot, run, rounds, seconds, say }: Comparison): Promise<void> {
  say(name);
  const results: { one: Run; two: Run }[] = [];
  await run(2, 1, shoot);
  for (let round = 0; round < rounds; round++)
    results.push({ one: await run(1, seconds, shoot), two: await run(2, seconds, shoot) });
  const middle = (of: (each: (typeof results)[number]) => number) => median(results.map(of));
  const [one, two] = [middle((each) => each.one.perSecond), middle((each) => each.two.perSecond)];
  const use = (part: keyof ProcessorTime) => middle((each) => each.two.cores[part]);
  const cores = { product: use('product'), database: use('database'), load: use('load'), machine: use('machine') };
  const failed = results.reduce((sum, each) => sum + each.one.failed + each.two.failed, 0);
  const shares = (['product', 'database', 'load', 'machine'] as const).map((part) => cores[part].toFixed(2));
  table.rows.push([name, Math.round(one), Math.round(two), (two / one).toFixed(2), ...shares, failed]);
  table.verdicts.push(
    `${name}: ${(two / one).toFixed(2)}, goal ${leastGain} where nothing shared is the limit: ${judge({ gain: two / one, failed, cores, processors: cpus().length })}`,
    `  one processor carries ${perProcessor(two, cores.product)} a second in the product, ${perProcessor(two, cores.database)} in PostgreSQL`,
  );
}

/** Answers a second of a processor of their own: where the limit of more processes or a larger machine lies. */
const perProcessor = (perSecond: number, processors: number) => Math.round(perSecond / processors) || '?';

function createRuns({ postgresPid }: Ground, both: readonly Program[]): Runs {
  const pids = both.map(({ pid }) => pid);
  return async (processes, seconds, shoot) => {
    const beganMs = performance.now();
    const load = { seconds, connections, shoot };
    const { result, used } = await useOf(pids, postgresPid, () =>
      Promise.all(both.slice(0, processes).map(({ url }) => measure({ url, ...load }))),
    );
    const passedSeconds = (performance.now() - beganMs) / 1_000;
    const use = (part: keyof ProcessorTime) => used[part] / passedSeconds;
    return {
      perSecond: result.reduce((sum, { perSecond }) => sum + perSecond, 0),
      failed: result.reduce((sum, { failed }) => sum + failed, 0),
      cores: { product: use('product'), database: use('database'), load: use('load'), machine: use('machine') },
    };
  };
}

/** The same while the processes run for a part of the time only. */
const slowed =
  (run: Runs, both: readonly Program[]): Runs =>
  async (processes, seconds, shoot) => {
    const pids = both.slice(0, processes).map(({ pid }) => pid);
    const thread = new Worker(new URL('./slow-down.ts', import.meta.url), { workerData: pids });
    try {
      return await run(processes, seconds, shoot);
    } finally {
      await thread.terminate();
      for (const pid of pids) process.kill(pid, 'SIGCONT');
    }
  };

/**
 * `npm run bench`: measures the product against a baseline in one run. Ratios are comparable between machines, absolute
 * numbers are not.
 */
import { cpus, loadavg, totalmem } from 'node:os';
import pg from 'pg';
import { buildProduct } from '../scripts/lib/build.mjs';
import { readOptions } from '../scripts/lib/options.mjs';
import { Problem, runMain } from '../scripts/lib/problem.mjs';
import { measureConsole } from './console/console.bench.ts';
import { findPostgresVersion, startGround, type Ground } from './ground.ts';
import { measureGrowth } from './growth/growth.bench.ts';
import { measureMembership } from './membership/membership.bench.ts';
import { startServers, type Servers } from './membership/servers.ts';
import { measureProcesses } from './processes/processes.bench.ts';
import { measureSelling } from './selling/selling.bench.ts';
import { printTable, type Table } from './table.ts';
import { measureDialogs } from './widget/dialogs.bench.ts';
import { measureInspector } from './widget/inspector.bench.ts';

const help = `npm run bench [-- options]

Measures the product beside a floor in the same run: what the same work costs at least on the same machine. Each table
names its goals and says whether they are met. Takes about ten minutes. Needs no network; judge by the ratios where the
machine does other work too.

  membership  sign-up, log-in, current member and update beside a bare handler that does the same hash and the same
              queries on the same database; current member while log-ins come in
  selling     a cohort selling out, events of the card provider, and webhooks, each beside a bare program
  growth      every call with a million members and five million sessions beside few of them
  console     lists, searches, an export and a scroll of the console with a million members, with indexes switched off
              beside; BENCH_FOLDER keeps the database, which takes three minutes to fill
  processes   two processes of the product beside one, and who uses the processor
  widget      the dialogs in a page beside a page without them, in a browser
  inspector   the Inspector on a large page beside what a look at a page takes at least, in a browser

  --only WHAT   some of these, separated by commas
  --seconds N   how long each of the measurements lasts (default 4; half of it in growth and processes)
  --rounds N    how often each is repeated, in turns; the median counts (default 3)
  --members N   members of the large database in growth and console (default 1000000)
  --help        this text`;

interface Options {
  seconds: number;
  rounds: number;
  members: number;
}

/** Where the benchmarks run: servers are started by the first that needs them. */
interface Stage {
  servers(): Promise<Servers>;
  ground(): Promise<Ground>;
  stop(): Promise<void>;
}

const say = (step: string) => console.error(`  … ${step}`);
/** Benchmarks of many calls: all of them together take no more than some minutes. */
const half = ({ seconds, ...rest }: Options) => ({ ...rest, seconds: Math.max(1, Math.floor(seconds / 2)), say });

/** In the order in which they run: those that need quiet servers first. */
const subjects: Record<string, (stage: Stage, options: Options) => Promise<Table[]>> = {
  membership: async (stage, options) => measureMembership(await stage.servers(), options),
  widget: async (stage, { rounds }) => measureDialogs((await stage.servers()).product.url, rounds + 2),
  inspector: async (stage, { rounds }) => measureInspector((await stage.servers()).product.url, rounds + 2),
  selling: async (stage, options) => measureSelling(await stage.ground(), half(options)),
  processes: async (stage, options) => measureProcesses(await stage.ground(), half(options)),
  console: async (stage, options) => measureConsole(await stage.ground(), { ...options, say }),
  growth: async (stage, options) => measureGrowth(await stage.ground(), half(options)),
};

await runMain(main);

async function main(): Promise<number> {
  const text = { type: 'string' } as const;
  const known = { only: text, seconds: text, rounds: text, members: text };
  const options = readOptions('npm run bench', known);
  if (options['help']) {
    console.log(help);
    return 0;
  }
  const only = (options['only'] as string | undefined)?.split(',') ?? Object.keys(subjects);
  for (const subject of only)
    if (!(subject in subjects)) throw new Problem(`--only takes some of ${Object.keys(subjects).join(', ')}.`);
  await buildProduct();
  await measure(only, {
    seconds: wholeNumber(options, 'seconds', 4),
    rounds: wholeNumber(options, 'rounds', 3),
    members: wholeNumber(options, 'members', 1_000_000),
  });
  return 0;
}

async function measure(only: readonly string[], options: Options): Promise<void> {
  const startedMs = performance.now();
  const stage = createStage();
  try {
    const pool = new pg.Pool({ connectionString: (await stage.ground()).databaseUrl, max: 1 });
    console.log(`${describeMachine()}, PostgreSQL ${await findPostgresVersion(pool)}\n`);
    await pool.end();
    for (const [subject, run] of Object.entries(subjects)) {
      if (!only.includes(subject)) continue;
      say(subject);
      const load = loadavg()[0]!.toFixed(1);
      for (const table of await run(stage, options)) printTable({ ...table, title: `${table.title}; load ${load}` });
    }
  } finally {
    await stage.stop();
  }
  console.log(`${Math.round((performance.now() - startedMs) / 60_000)} minutes`);
}

function describeMachine(): string {
  const [cpu] = cpus();
  const processor = `${cpus().length} × ${cpu?.model ?? 'unknown processor'}`;
  return `${new Date().toISOString()}, ${processor}, ${Math.round(totalmem() / 2 ** 30)} GB, Node ${process.version}`;
}

function createStage(): Stage {
  let started: Promise<Ground> | undefined;
  let servers: Promise<Servers> | undefined;
  const ground = () => (started ??= startGround());
  return {
    ground,
    servers: () => (servers ??= ground().then(startServers)),
    stop: async () => (await started)?.stop(),
  };
}

function wholeNumber(options: ReturnType<typeof readOptions>, name: string, otherwise: number): number {
  const value = Number(options[name] ?? otherwise);
  if (!Number.isInteger(value) || value < 1) throw new Problem(`--${name} takes a whole number.`);
  return value;
}

import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { bearer, get, post } from '../requests.ts';
import { judge, type Table } from '../table.ts';
import { measureHashes, type HashWork } from './hash-ceiling.ts';
import { memoryOf, type Memory } from './memory.ts';
import { measure, median, type Load, type Measured, type Shot } from './load.ts';
import { password, seedMembers, type BenchMember } from './seed.ts';
import type { Servers } from './servers.ts';

/** Options of the membership benchmark. */
export interface BenchOptions {
  /** Length of each measurement. */
  seconds: number;
  /** Repetitions, alternating with the baseline. */
  rounds: number;
}

const memberCount = 5_000;
/** Minimum throughput as a share of the baseline's. */
const goals: Record<string, number> = { 'current member': 0.75 };
/** Minimum throughput as a share of what the password's hash alone allows. */
const hashed: Record<string, { work: HashWork; goal: number }> = {
  'log-in': { work: 'verify', goal: 0.95 },
  'sign-up': { work: 'hash', goal: 0.9 },
};

/**
 * Measures sign-up, log-in, current member and update against the baseline; then current member under a log-in flood.
 */
export async function measureMembership(servers: Servers, { seconds, rounds }: BenchOptions): Promise<Table[]> {
  const atRest = memoryOf(servers.product.pid);
  const pool = new pg.Pool({ connectionString: servers.databaseUrl, max: 2 });
  const members = await seedMembers(pool, memberCount);
  await pool.end();
  const tables = [
    await compare(servers, members, { seconds, rounds }),
    await compareWithHash(servers, members, { seconds, rounds }),
    await flood(servers, members, seconds),
  ];
  return [...tables, describeMemory(atRest, memoryOf(servers.product.pid))];
}

const publicKey = 'pk_sb_demo';

function scenarios(members: readonly BenchMember[]): Record<string, { connections: number; shoot: () => Shot }> {
  const any = () => members[Math.floor(Math.random() * members.length)]!;
  return {
    'current member': {
      connections: 32,
      shoot: () => get('/member', publicKey, bearer(any().token)),
    },
    update: {
      connections: 16,
      shoot: () => post('/member', publicKey, { customFields: { workshop: randomUUID() } }, bearer(any().token)),
    },
    'log-in': { connections: 8, shoot: () => post('/auth/login', publicKey, { email: any().email, password }) },
    'sign-up': {
      connections: 8,
      shoot: () => post('/auth/signup', publicKey, { email: `new-${randomUUID()}@example.org`, password }),
    },
  };
}

async function compare(
  { product: { url: productUrl }, bare: { url: bareUrl } }: Servers,
  members: readonly BenchMember[],
  { seconds, rounds }: BenchOptions,
): Promise<Table> {
  const table: Table = {
    title: `Beside a bare handler, answers a second (median of ${rounds} rounds of ${seconds} s, in turns)`,
    columns: ['call', 'product', 'bare', 'ratio', 'product p50 ms', 'product p99 ms', 'failed'],
    rows: [],
    verdicts: [],
  };
  for (const [name, { connections, shoot }] of Object.entries(scenarios(members))) {
    const results: { product: Measured; bare: Measured }[] = [];
    const load = (url: string): Load => ({ url, seconds, connections, shoot });
    for (const url of [productUrl, bareUrl]) await measure({ ...load(url), seconds: 1 });
    for (let round = 0; round < rounds; round++)
      results.push({ bare: await measure(load(bareUrl)), product: await measure(load(productUrl)) });
    const product = median(results.map((each) => each.product.perSecond));
    const bare = median(results.map((each) => each.bare.perSecond));
    const failed = results.reduce((sum, each) => sum + each.product.failed + each.bare.failed, 0);
    const middle = (of: (measured: Measured) => number) => median(results.map((each) => of(each.product)));
    table.rows.push([
      name,
      Math.round(product),
      Math.round(bare),
      (product / bare).toFixed(2),
      middle((each) => each.p50Ms),
      middle((each) => each.p99Ms),
      failed,
    ]);
    const goal = goals[name];
    if (goal !== undefined)
      table.verdicts.push(
        judge(`${name}: ${(product / bare).toFixed(2)}, goal ${goal}`, { isMet: product / bare >= goal, failed }),
      );
  }
  return table;
}

/** Log-ins and sign-ups beside the password's hash alone. */
async function compareWithHash(
  { product: { url: productUrl } }: Servers,
  members: readonly BenchMember[],
  { seconds, rounds }: BenchOptions,
): Promise<Table> {
  const rows: Table['rows'] = [];
  const verdicts: string[] = [];
  for (const [name, { work, goal }] of Object.entries(hashed)) {
    const { connections, shoot } = scenarios(members)[name]!;
    const results: { product: number; ceiling: number; failed: number }[] = [];
    for (let round = 0; round < rounds; round++) {
      const ceiling = await measureHashes(work, seconds);
      const { perSecond, failed } = await measure({ url: productUrl, seconds, connections, shoot });
      results.push({ product: perSecond, ceiling, failed });
    }
    const product = median(results.map((each) => each.product));
    const ceiling = median(results.map((each) => each.ceiling));
    const failed = results.reduce((sum, each) => sum + each.failed, 0);
    const ratio = (product / ceiling).toFixed(2);
    rows.push([name, Math.round(product), Math.round(ceiling), ratio, failed]);
    verdicts.push(judge(`${name}: ${ratio}, goal ${goal}`, { isMet: product / ceiling >= goal, failed }));
  }
  return {
    title: `Beside the password's hash alone, a second (median of ${rounds} rounds of ${seconds} s, in turns)`,
    columns: ['call', 'product', 'hash alone', 'ratio', 'failed'],
    rows,
    verdicts,
  };
}

/** In megabytes: at rest, and how many times as much at the most. */
const memoryGoals = { atRest: 200, growth: 1.5 };

function describeMemory(atRest: Memory, loaded: Memory): Table {
  const growth = loaded.mostMegabytes / atRest.megabytes;
  return {
    title: 'Memory of the process, with its stand-ins for mail, cards and providers',
    columns: ['', 'MB'],
    rows: [
      ['at rest', atRest.megabytes],
      ['after the loads above', loaded.megabytes],
      ['at the most', loaded.mostMegabytes],
    ],
    verdicts: [
      judge(`at rest: ${atRest.megabytes} MB, goal ${memoryGoals.atRest}`, {
        isMet: atRest.megabytes <= memoryGoals.atRest,
      }),
      judge(`at the most: ${growth.toFixed(2)} times that, goal ${memoryGoals.growth}`, {
        isMet: growth <= memoryGoals.growth,
      }),
    ],
  };
}

const calmPerSecond = 200;
const floodPerSecond = 300;
const mostMs = 150;

/** Latency of a calm load without and with a flood of log-ins. */
async function flood({ product: { url } }: Servers, members: readonly BenchMember[], seconds: number): Promise<Table> {
  const { 'current member': calm, 'log-in': attack } = scenarios(members);
  const askCalmly = () =>
    measure({ url, seconds: seconds * 2, connections: 10, rate: calmPerSecond, shoot: calm!.shoot });
  const alone = await askCalmly();
  const [beside, flooding] = await Promise.all([
    askCalmly(),
    measure({ url, seconds: seconds * 2, connections: 100, rate: floodPerSecond, shoot: attack!.shoot }),
  ]);
  const row = (name: string, { perSecond, p50Ms, p975Ms, p99Ms, failed }: Measured) => [
    name,
    Math.round(perSecond),
    p50Ms,
    p975Ms,
    p99Ms,
    failed,
  ];
  return {
    title: `Current member at ${calmPerSecond} a second while ${floodPerSecond} log-ins a second come in`,
    columns: ['', 'a second', 'p50 ms', 'p97.5 ms', 'p99 ms', 'refused'],
    rows: [
      row('current member, calm', alone),
      row('current member, flooded', beside),
      row('log-ins of the flood', flooding),
    ],
    verdicts: [
      judge(`p97.5 under the flood: ${beside.p975Ms} ms, goal ${mostMs}`, {
        isMet: beside.p975Ms <= mostMs,
        failed: beside.failed,
      }),
    ],
  };
}

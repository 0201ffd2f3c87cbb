import { randomUUID } from 'node:crypto';
import pg from 'pg';
import type { Table } from '../table.ts';
import { measure, median, type Load, type Measured, type Shot } from './load.ts';
import { password, seedMembers, type BenchMember } from './seed.ts';
import type { Servers } from './servers.ts';

export interface BenchOptions {
  /** How long each measurement lasts. */
  seconds: number;
  /** How often each is repeated, in turns with its floor. */
  rounds: number;
}

const memberCount = 5_000;
/** What the product promises, as a share of what the floor does. */
const goals: Record<string, number> = { 'current member': 0.6, 'log-in': 0.9 };

/** Sign-up, log-in, current member and update beside a bare handler; then current member while log-ins flood in. */
export async function measureMembership(servers: Servers, { seconds, rounds }: BenchOptions): Promise<Table[]> {
  const pool = new pg.Pool({ connectionString: servers.databaseUrl, max: 2 });
  const members = await seedMembers(pool, memberCount);
  await pool.end();
  return [await compare(servers, members, { seconds, rounds }), await flood(servers, members, seconds)];
}

/** Another address each time: limits for one visitor are not what is measured here. */
const anyAddress = () => `10.${randomByte()}.${randomByte()}.${randomByte()}`;
const randomByte = () => Math.floor(Math.random() * 256);

const headers = () => ({ 'x-api-key': 'pk_sb_demo', 'x-forwarded-for': anyAddress() });
const post = (path: string, body: unknown, more: Record<string, string> = {}): Shot => ({
  method: 'POST',
  path,
  headers: { ...headers(), 'content-type': 'application/json', ...more },
  body: JSON.stringify(body),
});

function scenarios(members: readonly BenchMember[]): Record<string, { connections: number; shoot: () => Shot }> {
  const any = () => members[Math.floor(Math.random() * members.length)]!;
  const bearer = ({ token }: BenchMember) => ({ authorization: `Bearer ${token}` });
  return {
    'current member': {
      connections: 32,
      shoot: () => ({ method: 'GET', path: '/member', headers: { ...headers(), ...bearer(any()) } }),
    },
    update: {
      connections: 16,
      shoot: () => post('/member', { customFields: { workshop: randomUUID() } }, bearer(any())),
    },
    'log-in': { connections: 8, shoot: () => post('/auth/login', { email: any().email, password }) },
    'sign-up': {
      connections: 8,
      shoot: () => post('/auth/signup', { email: `new-${randomUUID()}@example.org`, password }),
    },
  };
}

async function compare(
  { productUrl, bareUrl }: Servers,
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
        `${name}: ${(product / bare).toFixed(2)}, goal ${goal}: ${product / bare >= goal ? 'met' : 'MISSED'}`,
      );
  }
  return table;
}

const calmPerSecond = 200;
const floodPerSecond = 300;
const mostMs = 250;

/** What a member notices of an attack on log-in: the same calm load, without and with the flood. */
async function flood({ productUrl: url }: Servers, members: readonly BenchMember[], seconds: number): Promise<Table> {
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
      `p97.5 under the flood: ${beside.p975Ms} ms, goal ${mostMs}: ${beside.p975Ms <= mostMs ? 'met' : 'MISSED'}`,
    ],
  };
}

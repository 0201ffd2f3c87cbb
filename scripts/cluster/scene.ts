import { availableParallelism, loadavg } from 'node:os';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { createPool, type Pool } from '../../server/platform/database/database.ts';
import { ask } from '../../server/testing/ask.ts';
import type { TestDatabase } from '../../server/testing/database.ts';
import { freePort } from '../../server/testing/free-port.ts';
import { createTestClient, eventually, type Answer, type Student } from '../../server/testing/product.ts';
import { startCluster, type Cluster } from './cluster.ts';

/** A cluster with members who have signed up, for the facts of one file. Filled before its first test. */
export interface Scene {
  cluster: Cluster;
  /** Of the account that owns the database. */
  pool: Pool;
  client: ReturnType<typeof createTestClient>;
  /** Whose changes a journal follows. */
  members: Student[];
  /** Who look at pages, and change what no journal looks for. */
  visitors: Student[];
}

/** Of members and of visitors: enough for several changes at once, each of which is looked at. */
const eachCount = 8;

/** Starts a cluster before the tests of a file, and makes it whole again before each. */
export function setScene(): Scene {
  const scene = {} as Scene;
  beforeAll(async () => {
    endWithRunner();
    const cluster = await startCluster({ port: await freePort(), isDivisible: true });
    const pool = createPool({ url: cluster.ownerUrl, maxConnections: 2 });
    const client = createTestClient(cluster.url, { pool } as TestDatabase);
    Object.assign(scene, { cluster, pool, client, members: [], visitors: [] });
    for (const group of [scene.members, scene.visitors])
      while (group.length < eachCount) group.push(await persist(() => client.buildStudent()));
  });
  afterAll(async () => {
    await scene.pool?.end();
    await scene.cluster?.stop();
  });
  beforeEach(async () => {
    await scene.cluster.databases.untilSafe();
    await forgetLimits(scene);
  });
  return scene;
}

/** Ends the cluster with the test runner, also when that was told to stop: its workers then run on by themselves. */
function endWithRunner(): void {
  const end = () => {
    // The runner does not allow `process.exit`, which would do the same.
    process.emit('exit', 1);
    process.kill(process.pid, 'SIGKILL');
  };
  for (const news of ['disconnect', 'SIGTERM', 'SIGINT'] as const) process.once(news, end);
}

/** How often each fault comes; fewer while a fact is being worked on. */
export const rounds = (count: number): number => Math.min(count, Number(process.env['CLUSTER_ROUNDS'] || count));

/** Empties the rate limits. Again where the connection was lost: the primary may just have been killed. */
export const forgetLimits = ({ pool }: Scene): Promise<void> =>
  eventually(async () =>
    pool.query('delete from rate_limit').then(
      () => true,
      () => false,
    ),
  );

/** Milliseconds until a change is acknowledged that began after now. */
export async function timeNextChange(member: Student): Promise<number> {
  const startedMs = performance.now();
  await eventually(async () => isAcknowledged(member));
  return performance.now() - startedMs;
}

/** Whether one change by a member is acknowledged, of a number that no journal looks for. */
export async function isAcknowledged(member: Student): Promise<boolean> {
  const answer = await member.post('/member/json', { json: { number: 0 } }).catch(() => undefined);
  return answer?.status === 200;
}

/** Asks again while the service is unavailable or was lost, as a page does. */
export async function persist<T extends Answer | Student>(work: () => Promise<T>): Promise<T> {
  for (;;) {
    const done = await work().catch(() => undefined);
    if (done && !('status' in done && done.status >= 500)) return done;
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
}

/**
 * A change by one visitor after the other.
 *
 * @param url of one process; of the proxy unless given
 * @returns what it was answered, for counting
 */
export const changeAsVisitor = ({ cluster, visitors }: Scene, index: number, url = cluster.url): Promise<string> =>
  visit(url, '/member/json', { ...visitors[index % visitors.length]!, body: '{"json":{}}' });

/**
 * What pages ask for through the proxy: mostly files, every fourth time who is there, and every twentieth time a change.
 *
 * @returns what it was answered, for counting
 */
export function visitPage(scene: Scene, index: number): Promise<string> {
  if (index % 20 === 0) return changeAsVisitor(scene, index / 20);
  return index % 4 === 0 ? askForMember(scene, index) : askForFile(scene);
}

/** Who is there, which the database answers. @param url of one process; of the proxy unless given */
export const askForMember = ({ cluster, visitors }: Scene, index = 0, url = cluster.url): Promise<string> =>
  visit(url, '/member', visitors[index % visitors.length]!);

/** The script of the widget. */
export const askForFile = ({ cluster, visitors }: Scene): Promise<string> =>
  visit(cluster.url, '/widget/v1/intake.js', visitors[0]!);

/** As counted: what the proxy answers when a process has taken a change and is gone, which may have been made. */
export const cutOff = '502 of the proxy';

/** @returns `200`, or another status with the code of the refusal; the proxy's own answers have none */
async function visit(url: string, where: string, { token, body }: { token: string; body?: string }): Promise<string> {
  const headers = { 'x-api-key': 'pk_sb_enrolment', authorization: `Bearer ${token}` };
  const { status, text } = await ask(
    url + where,
    body === undefined
      ? { method: 'GET', headers }
      : { method: 'POST', headers: { ...headers, 'content-type': 'application/json' }, body },
  );
  return status === 200 ? '200' : `${status} ${/"code":"([\w-]+)"/.exec(text)?.[1] ?? 'of the proxy'}`;
}

/** The middle and the worst of some times in milliseconds. */
export function describeTimes(ms: readonly number[]): string {
  const sorted = ms.toSorted((a, b) => a - b);
  const seconds = (value: number | undefined) => `${((value ?? 0) / 1_000).toFixed(1)} s`;
  return `p50 ${seconds(sorted[sorted.length >> 1])}, most ${seconds(sorted.at(-1))}`;
}

/** Milliseconds of computing that show how much of a processor is to be had. */
const yardstickMs = 100;
/** What a quiet machine has, for one process: a quarter may go to the cluster itself. */
const quietShare = 0.75;
/** Load for each processor of a machine that is quiet but for the cluster. */
const quietLoad = 3;

/** How much of a processor this machine has for one more process: 1 on a quiet machine. */
export function measureMachine(): { description: string } {
  const [startedMs, before] = [performance.now(), process.cpuUsage()];
  const cpuMs = () => {
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1_000;
  };
  while (cpuMs() < yardstickMs);
  const share = cpuMs() / (performance.now() - startedMs);
  const load = loadavg()[0]!;
  const isQuiet = share > quietShare && load < quietLoad * availableParallelism();
  const description = `${Math.round(share * 100)} % of a processor were free before, load ${load.toFixed(1)}`;
  return { description: isQuiet ? description : `${description}: this machine had too much other work` };
}

/** Runs expectations, and adds what the machine had to do besides to the message of one that fails. */
export function judge(description: string, expectations: () => void): void {
  try {
    expectations();
  } catch (error) {
    (error as Error).message += ` (${description})`;
    throw error;
  }
}

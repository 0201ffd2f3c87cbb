import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { eventually } from '../../../server/testing/eventually.ts';
import { startLoad, startRequests } from '../journal.ts';
import {
  askForFile,
  askForMember,
  forgetLimits,
  isAcknowledged,
  judge,
  measureMachine,
  timeNextChange,
  visitPage,
  type Scene,
} from '../scene.ts';

/** Requests of all pages together, per second. */
const perSecond = 200;
/** Milliseconds until the proxy has taken out a process that is not ready: two checks, and as much again. */
const untilOutMs = 1_500;
/** Milliseconds until a new HAProxy has replaced the one before. It has not checked all servers by then. */
const untilReloadedMs = 150;

/**
 * Has PgBouncer replace its connections: the new ones go through the HAProxy of that moment. It replaces them once a
 * setting of the database has changed, here by a space.
 */
function replaceConnections({ cluster: { folder, pooler } }: Scene): void {
  const file = path.join(folder, 'pgbouncer.ini');
  writeFileSync(file, readFileSync(file, 'utf8').replace("connect_query='", "connect_query=' "));
  pooler.signal('SIGHUP');
}

export function poolerAndProxy(scene: Scene): void {
  describe.each(['pooler', 'proxy'] as const)('the %s', (name) => {
    test('is killed and started again, and costs no acknowledged change', async () => {
      const load = startLoad(scene.members.slice(1));
      await sleep(1_000);
      await scene.cluster[name].end('SIGKILL');
      await timeNextChange(scene.members[0]!);
      await sleep(1_000);
      expect((await load.stop()).lost).toEqual([]);
    });

    test('is restarted under load: nothing is acknowledged while it is away (negative control), and nothing lost', async () => {
      const load = startLoad(scene.members.slice(1));
      const requests = startRequests(perSecond, (index) => visitPage(scene, index));
      await sleep(1_000);
      await scene.cluster[name].pause(async () => expect(await isAcknowledged(scene.members[0]!)).toBe(false));
      await timeNextChange(scene.members[0]!);
      await sleep(1_000);
      const { outcomes } = await requests.stop();
      const { acknowledged, lost } = await load.stop();
      console.log(`${name} restarted: ${JSON.stringify(outcomes)}`);
      expect(lost).toEqual([]);
      expect(acknowledged).toBeGreaterThan(scene.members.length);
      expect(Object.keys(outcomes).length).toBeGreaterThan(1);
    });
  });

  test('without a database files are served, and calls refused in our own words', async () => {
    const { pooler, processes } = scene.cluster;
    await pooler.pause(async () => {
      for (const { isReady } of processes) await eventually(async () => !(await isReady()));
      await sleep(untilOutMs);
      expect(await askForFile(scene)).toBe('200');
      expect(await askForMember(scene)).toBe('503 service-unavailable');
    });
    await timeNextChange(scene.members[0]!);
  });

  test('the proxy takes a new configuration under load while connections to the database are replaced, and no request fails', async () => {
    const { description } = measureMachine();
    const requests = startRequests(perSecond, (index) => visitPage(scene, index));
    for (let reload = 0; reload < 3; reload++) {
      await forgetLimits(scene);
      await sleep(1_000);
      scene.cluster.proxy.signal('SIGUSR2');
      await sleep(untilReloadedMs);
      replaceConnections(scene);
    }
    await sleep(2_000);
    const { outcomes } = await requests.stop();
    judge(description, () => expect(Object.keys(outcomes)).toEqual(['200']));
  });
}

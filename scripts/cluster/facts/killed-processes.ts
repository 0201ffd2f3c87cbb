import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { eventually } from '../../../server/testing/eventually.ts';
import type { ProductProcess } from '../product.ts';
import { startLoad, startRequests } from '../journal.ts';
import {
  askForMember,
  changeAsVisitor,
  cutOff,
  describeTimes,
  forgetLimits,
  judge,
  measureMachine,
  rounds,
  type Scene,
} from '../scene.ts';

/**
 * Times longer than a bare server of the same packages (`bare-server.ts`) that a killed process may take to be healthy again:
 * 2.3 was seen on a quiet machine, and 3.4 to 3.7 before the server was bundled.
 */
const healthyTimes = 3.5;

/** Milliseconds until the proxy asks a process that is back: `inter` of deploy/haproxy.cfg and its answer. */
const noticedMs = 400;

/** Members who read and change at one process, past the proxy. */
const startRequestsTo = (scene: Scene, { url }: ProductProcess) =>
  startRequests(20, (index) => (index % 4 === 0 ? changeAsVisitor : askForMember)(scene, index, url));

async function timeKill({ service, untilReady }: ProductProcess): Promise<number> {
  const startedMs = performance.now();
  await service.end('SIGKILL');
  await untilReady();
  return performance.now() - startedMs;
}

export function killedProcesses(scene: Scene): void {
  const healthy: number[] = [];
  const bare: number[] = [];
  let before: ReturnType<typeof measureMachine>;

  test('a killed process costs no acknowledged change and no read, and clients of the other notice nothing', async () => {
    before = measureMachine();
    const { description } = before;
    const load = startLoad(scene.members.slice(1));
    const bareServer = scene.cluster.startBareServer();
    await bareServer.untilReady();
    for (let round = 0; round < rounds(50); round++) {
      const { processes } = scene.cluster;
      const [killed, other] = round % 2 === 0 ? processes : processes.toReversed();
      const requests = startRequestsTo(scene, other!);
      healthy.push(await timeKill(killed!));
      const { outcomes } = await requests.stop();
      judge(description, () => expect(Object.keys(outcomes)).toEqual(['200']));
      // Ten of fifty rounds give a median, and take a minute less.
      if (round % 5 === 0) bare.push(await timeKill(bareServer));
      if (round % 10 === 0) await forgetLimits(scene);
      // Or the next kill would leave the proxy without a process.
      await sleep(noticedMs);
    }
    await bareServer.service.stop();
    const { acknowledged, failed, failedReads, lost } = await load.stop();
    console.log(
      `killed processes: healthy after ${describeTimes(healthy)}, a bare server ${describeTimes(bare)}; ${description}`,
    );
    console.log('killed processes:', { acknowledged, failed, failedReads });
    expect(lost).toEqual([]);
    judge(description, () => {
      // The proxy repeats at the other process what the killed one had not answered, but for changes it had begun.
      expect(failedReads).toEqual({});
      expect(Object.keys(failed).filter((outcome) => outcome !== cutOff)).toEqual([]);
    });
    expect(acknowledged).toBeGreaterThan(healthy.length);
  });

  test('half of the killed processes are healthy again in three and a half times the time of a bare server', () => {
    judge(before.description, () => expect(middleOf(healthy) / middleOf(bare)).toBeLessThan(healthyTimes));
  });

  test('clients of the killed process notice it (negative control)', async () => {
    const [killed] = scene.cluster.processes;
    const requests = startRequestsTo(scene, killed!);
    await eventually(async () => '200' in requests.outcomes);
    await killed!.service.end('SIGKILL');
    await killed!.untilReady();
    expect(Object.keys((await requests.stop()).outcomes).length).toBeGreaterThan(1);
  });
}

const middleOf = (ms: readonly number[]) => ms.toSorted((a, b) => a - b)[ms.length >> 1]!;

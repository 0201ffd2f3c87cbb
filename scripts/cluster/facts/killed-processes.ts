import { expect, test } from 'vitest';
import { eventually } from '../../../server/testing/eventually.ts';
import type { ProductProcess } from '../product.ts';
import { startLoad, startRequests } from '../journal.ts';
import { describeTimes, forgetLimits, judge, measureMachine, rounds, skipUnless, type Scene } from '../scene.ts';

/** Milliseconds until a killed process is healthy again, on a quiet machine. */
const healthyMs = 3_000;

const startRequestsTo = ({ url }: ProductProcess) =>
  startRequests(20, async () => String((await fetch(`${url}/readyz`)).status));

export function killedProcesses(scene: Scene): void {
  const healthy: number[] = [];
  let before: ReturnType<typeof measureMachine>;

  test('a killed process costs no acknowledged change, and clients of the other notice nothing', async () => {
    before = measureMachine();
    const { description } = before;
    const load = startLoad(scene.members.slice(1));
    for (let round = 0; round < rounds(50); round++) {
      const { processes } = scene.cluster;
      const [killed, other] = round % 2 === 0 ? processes : processes.toReversed();
      const requests = startRequestsTo(other!);
      const startedMs = performance.now();
      await killed!.service.end('SIGKILL');
      await killed!.untilReady();
      healthy.push(performance.now() - startedMs);
      const { outcomes } = await requests.stop();
      judge(description, () => expect(Object.keys(outcomes)).toEqual(['200']));
      if (round % 10 === 0) await forgetLimits(scene);
    }
    const { acknowledged, failed, failedReads, lost } = await load.stop();
    console.log(`killed processes: healthy after ${describeTimes(healthy)}; ${description}`);
    console.log('killed processes:', { acknowledged, failed, failedReads });
    expect(lost).toEqual([]);
    expect(acknowledged).toBeGreaterThan(healthy.length);
  });

  test('half of the killed processes are ready again within 3 seconds, on a quiet machine', (context) => {
    // Other work may have begun after the first look.
    const { isQuiet, description } = [before, measureMachine()].find((look) => !look.isQuiet) ?? before;
    skipUnless(context, isQuiet, `it judges a time: ${description}`);
    judge(description, () => expect(middleOf(healthy)).toBeLessThan(healthyMs));
  });

  test('clients of the killed process notice it (negative control)', async () => {
    const [killed] = scene.cluster.processes;
    const requests = startRequestsTo(killed!);
    await eventually(async () => '200' in requests.outcomes);
    await killed!.service.end('SIGKILL');
    await killed!.untilReady();
    expect(Object.keys((await requests.stop()).outcomes).length).toBeGreaterThan(1);
  });
}

const middleOf = (ms: readonly number[]) => ms.toSorted((a, b) => a - b)[ms.length >> 1]!;

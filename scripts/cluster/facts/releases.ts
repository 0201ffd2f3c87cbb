import { expect, test } from 'vitest';
import { eventually } from '../../../server/testing/eventually.ts';
import { startLoad, startRequests } from '../journal.ts';
import {
  changeAsVisitor,
  cutOff,
  forgetLimits,
  judge,
  measureMachine,
  rounds,
  visitPage,
  type Scene,
} from '../scene.ts';

/** Requests of all pages together, per second. */
const perSecond = 200;
/** Changes alone, per second: what is only read the proxy asks the other process. */
const changesPerSecond = 100;

export function releases(scene: Scene): void {
  test('releases under load fail no request, and cost no acknowledged change', async () => {
    const machine = measureMachine().description;
    const requests = startRequests(perSecond, (index) => visitPage(scene, index));
    const load = startLoad(scene.members.slice(0, 2));
    for (let release = 0; release < rounds(20); release++) {
      await forgetLimits(scene);
      for (const each of scene.cluster.processes) await each.restart();
    }
    const { outcomes, perSecond: asked } = await requests.stop();
    const { acknowledged, failed, failedReads, lost } = await load.stop();
    console.log(`releases: ${JSON.stringify(outcomes)} at ${asked} requests/s; ${machine}`);
    console.log('releases:', { acknowledged, failed, failedReads });
    expect(lost).toEqual([]);
    expect(acknowledged).toBeGreaterThan(rounds(20));
    judge(machine, () => {
      expect(Object.keys(outcomes)).toEqual(['200']);
      expect({ failed, failedReads }).toEqual({ failed: {}, failedReads: {} });
    });
    expect(asked).toBeGreaterThan(perSecond * 0.95);
  });

  test('a process that ends without draining fails requests (negative control)', async () => {
    const requests = startRequests(changesPerSecond, (index) => changeAsVisitor(scene, index));
    let next = 0;
    await eventually(async () => {
      const each = scene.cluster.processes[next++ % scene.cluster.processes.length]!;
      await forgetLimits(scene);
      await each.service.end('SIGKILL');
      await each.untilReady();
      return cutOff in requests.outcomes;
    });
    const { outcomes } = await requests.stop();
    console.log(`without draining, ${next} times: ${JSON.stringify(outcomes)}`);
    expect(outcomes['200']).toBeGreaterThan(changesPerSecond);
  });
}

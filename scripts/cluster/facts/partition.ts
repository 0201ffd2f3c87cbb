import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { eventually } from '../../../server/testing/eventually.ts';
import { skipUnless } from '../../../server/testing/skip-unless.ts';
import type { DatabaseNode } from '../database.ts';
import { startLoad, type Journal } from '../journal.ts';
import { measureMachine, timeNextChange, type Scene } from '../scene.ts';

/** What a partition did. */
interface Partition extends Journal {
  /** Seconds until the cut-off primary took no writes any more, and until changes were acknowledged again. */
  demotedAfter: number;
  changesAfter: number;
  /** Changes that it acknowledged after the cut and before it stepped down. */
  acknowledgedAlone: number;
  /** Looks at which both servers would have taken writes. */
  splitLooks: number;
}

export function partitions(scene: Scene): void {
  const needs = 'it cuts networks, and this machine allows no network namespaces: it needs CAP_NET_ADMIN';

  describe('a primary that is cut off from etcd and from the standby, and not from the product', () => {
    test('steps down before the standby takes over, and costs no acknowledged change', async (context) => {
      skipUnless(context, scene.cluster.network.isDivisible, needs);
      const { description } = measureMachine();
      const { lost, splitLooks, ...rest } = await cutPrimaryOff(scene);
      console.log(`partition: ${describePartition(rest)}; ${description}`);
      expect(lost).toEqual([]);
      expect(splitLooks).toBe(0);
      expect(rest.demotedAfter).toBeLessThan(rest.changesAfter);
    });

    test('loses changes that it acknowledged alone, were commits not to wait for the standby (negative control)', async (context) => {
      skipUnless(context, scene.cluster.network.isDivisible, needs);
      const { databases } = scene.cluster;
      const awaited = async () => databases.administer('show synchronous_standby_names').catch(() => undefined);
      await databases.configure({ synchronous_mode: false });
      try {
        await eventually(async () => (await awaited()) === '');
        const { lost, splitLooks, acknowledgedAlone, ...rest } = await cutPrimaryOff(scene);
        console.log(`partition without waiting commits: ${lost.length} lost, ${describePartition(rest)}`);
        expect(acknowledgedAlone).toBeGreaterThan(0);
        expect(lost.length).toBeGreaterThan(0);
        expect(splitLooks).toBe(0);
      } finally {
        await databases.configure({ synchronous_mode: true });
      }
    });
  });
}

const describePartition = ({ demotedAfter, changesAfter, acknowledged, failed }: Partial<Partition>) =>
  `the primary stepped down after ${demotedAfter?.toFixed(1)} s, changes after ${changesAfter?.toFixed(1)} s, ${acknowledged} acknowledged, failed: ${JSON.stringify(failed)}`;

async function cutPrimaryOff(scene: Scene): Promise<Partition> {
  const { databases, network } = scene.cluster;
  const [primary, standby] = [await databases.findPrimary(), await databases.findStandby()];
  const load = startLoad(scene.members.slice(1));
  const looks = watchBoth([primary, standby]);
  try {
    await eventually(async () => load.journal.acknowledged > scene.members.length);
    const startedMs = performance.now();
    const seconds = () => (performance.now() - startedMs) / 1_000;
    for (const other of [databases.etcdMachine, standby.machine]) network.cut(primary.machine, other);
    const atCut = load.journal.acknowledged;
    await eventually(async () => !(await primary.takesWrites()));
    const demotedAfter = seconds();
    const acknowledgedAlone = load.journal.acknowledged - atCut;
    await eventually(standby.takesWrites);
    await timeNextChange(scene.members[0]!);
    const changesAfter = seconds();
    network.mend();
    await databases.configure({ synchronous_mode: true });
    await databases.untilSafe();
    return { ...(await load.stop()), demotedAfter, changesAfter, acknowledgedAlone, splitLooks: await looks.stop() };
  } finally {
    network.mend();
    await Promise.all([load.stop(), looks.stop()]);
  }
}

/** Looks several times a second at which servers take writes. */
function watchBoth(nodes: readonly DatabaseNode[]) {
  const over = new AbortController();
  let splitLooks = 0;
  const watch = async () => {
    while (!over.signal.aborted) {
      const answers = await Promise.all(nodes.map((node) => node.takesWrites()));
      if (answers.every(Boolean)) splitLooks++;
      await sleep(200);
    }
  };
  const ended = watch();
  return {
    async stop() {
      over.abort();
      await ended;
      return splitLooks;
    },
  };
}

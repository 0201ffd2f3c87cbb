import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { eventually } from '../../../server/testing/eventually.ts';
import { skipUnless } from '../../../server/testing/skip-unless.ts';
import { startLoad } from '../journal.ts';
import { askPatroni, type DatabaseCluster, type DatabaseNode } from '../database.ts';
import { rounds, type Scene } from '../scene.ts';

/** Milliseconds without an acknowledged change after which clients have noticed. */
const noticedMs = 8_000;
const noSpace = 'No space left on device';

/** Which roles the machines that answer tell Prometheus, for the alert of a database without a standby. */
async function readRoles({ nodes }: DatabaseCluster): Promise<string[]> {
  const read = ({ machine }: DatabaseNode) =>
    askPatroni(machine, '/metrics').then(
      (answer) => answer.text(),
      () => '',
    );
  const series = (await Promise.all(nodes.map(read))).join('\n');
  return [...series.matchAll(/^patroni_(primary|sync_standby)\{.*\} 1$/gm)].map(([, role]) => role!).toSorted();
}

export function standby(scene: Scene): void {
  describe('a standby', () => {
    test('is away for a minute, and no change fails; were commits to wait for it, they would (negative control)', async () => {
      const { databases } = scene.cluster;
      const load = startLoad(scene.members.slice(1));
      const { journal } = load;
      const away = await databases.findStandby();
      expect(await readRoles(databases)).toEqual(['primary', 'sync_standby']);
      let served = { ...journal };
      await away.leaveWhile(async () => {
        await sleep(rounds(60) * 1_000);
        served = { ...journal };
        expect(await readRoles(databases)).toEqual(['primary']);
        await databases.configure({ synchronous_mode_strict: true });
        await eventually(async () => performance.now() - journal.lastAcknowledgedMs > noticedMs);
        await databases.configure({ synchronous_mode_strict: false });
      });
      await databases.untilSafe();
      const { lost } = await load.stop();
      const { acknowledged, failed, longestGapMs } = served;
      console.log('standby away:', { acknowledged, failed, longestGapMs: Math.round(longestGapMs) });
      expect(lost).toEqual([]);
      expect(acknowledged).toBeGreaterThan(rounds(60) * scene.members.length);
      expect(failed).toEqual({});
      expect(longestGapMs).toBeLessThan(noticedMs);
    });

    test('has a full disk: changes are acknowledged, none is lost, and it is back once there is room', async (context) => {
      const { databases } = scene.cluster;
      const full = await databases.findStandby();
      const { disk } = full;
      skipUnless(
        context,
        disk !== undefined,
        'it fills a disk, and this machine allows no mounts: it needs CAP_SYS_ADMIN',
      );
      const load = startLoad(scene.members.slice(1));
      await sleep(1_000);
      const before = full.readLog().length;
      const hasNoSpace = () => full.readLog().slice(before).includes(noSpace);
      disk!.fill();
      try {
        // A segment of the write-ahead log that is there already needs no room: the next ones do.
        await eventually(async () => {
          await databases.administer('select pg_switch_wal()').catch(() => undefined);
          return hasNoSpace();
        });
        const atFull = load.journal.acknowledged;
        // Commits wait for it up to some seconds, then no longer.
        await eventually(async () => load.journal.acknowledged > atFull + scene.members.length);
        await sleep(rounds(10) * 1_000);
        expect(load.journal.acknowledged).toBeGreaterThan(atFull + rounds(10) * scene.members.length);
      } finally {
        disk!.free();
      }
      await databases.untilSafe();
      const { acknowledged, failed, longestGapMs, lost } = await load.stop();
      console.log('standby full:', { acknowledged, failed, longestGapMs: Math.round(longestGapMs) });
      expect(lost).toEqual([]);
      expect(failed).toEqual({});
      expect((await databases.findStandby()).name).toBe(full.name);
    });
  });
}

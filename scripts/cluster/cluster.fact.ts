import { describe, expect, test } from 'vitest';
import { eventually } from '../../server/testing/eventually.ts';
import { etcdHistory } from './facts/etcd-history.ts';
import { killedPrimary } from './facts/killed-primary.ts';
import { killedProcesses } from './facts/killed-processes.ts';
import { partitions } from './facts/partition.ts';
import { poolerAndProxy } from './facts/pooler-and-proxy.ts';
import { refusedStarts } from './facts/refused-starts.ts';
import { releases } from './facts/releases.ts';
import { seatsAreCounted } from './facts/seats.ts';
import { standby } from './facts/standby.ts';
import { strangers } from './facts/strangers.ts';
import { startLoad } from './journal.ts';
import { setScene } from './scene.ts';

// One cluster for all of them: each leaves it as it found it.
const scene = setScene();

describe('the journal', () => {
  test('finds a change that was acknowledged and is gone (negative control)', async () => {
    const [member] = scene.members;
    const load = startLoad([member!]);
    await eventually(async () => load.journal.acknowledged > 2);
    await eventually(async () => {
      await scene.pool.query(`update member_json set value = '{"number": 1}' where member_id = $1`, [member!.memberId]);
      return load.journal.lost.length > 0;
    });
    expect((await load.stop()).lost[0]).toMatch(/was told \d+ and finds 1$/);
  });
});

// First those that the backups of the other file may run beside; from the releases on the machine is this cluster's alone.
refusedStarts(scene);
strangers(scene);
seatsAreCounted(scene);
poolerAndProxy(scene);
releases(scene);
killedProcesses(scene);
killedPrimary(scene);
standby(scene);
partitions(scene);
etcdHistory(scene);

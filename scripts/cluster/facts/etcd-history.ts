import { expect, test } from 'vitest';
import { eventually } from '../../../server/testing/eventually.ts';
import type { Machine } from '../network.ts';
import type { Scene } from '../scene.ts';

/** Asks etcd for all keys as they were at a revision. @returns its answer, a refusal too */
async function readAt({ address }: Machine, revision: number): Promise<string> {
  const everything = Buffer.from('\0').toString('base64');
  const answer = await fetch(`http://${address}:2379/v3/kv/range`, {
    method: 'POST',
    body: JSON.stringify({ key: everything, range_end: everything, revision, count_only: true }),
  });
  return answer.text();
}

export function etcdHistory(scene: Scene): void {
  test('etcd forgets what Patroni wrote, and knows what it wrote last (negative control)', async () => {
    const { etcdMachine } = scene.cluster.databases;
    await eventually(async () => (await readAt(etcdMachine, 2)).includes('has been compacted'));
    const { header, count } = JSON.parse(await readAt(etcdMachine, 0)) as {
      header: { revision: string };
      count: string;
    };
    expect(Number(count)).toBeGreaterThan(0);
    expect(await readAt(etcdMachine, Number(header.revision))).not.toContain('has been compacted');
  });
}

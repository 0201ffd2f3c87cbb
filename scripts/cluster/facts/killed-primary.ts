import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { eventually } from '../../../server/testing/eventually.ts';
import { startLoad } from '../journal.ts';
import { describeTimes, forgetLimits, judge, measureMachine, rounds, timeNextChange, type Scene } from '../scene.ts';

/** Milliseconds without changes that a failover may take. */
const failoverMs = 20_000;

export function killedPrimary(scene: Scene): void {
  test('a killed primary is replaced within 20 seconds, and costs no acknowledged change', async () => {
    const { databases } = scene.cluster;
    const { description } = measureMachine();
    const load = startLoad(scene.members.slice(1));
    const times: number[] = [];
    for (let round = 0; round < rounds(10); round++) {
      await databases.untilSafe();
      await forgetLimits(scene);
      await sleep(1_000);
      const killed = await databases.findPrimary();
      killed.killPostgres();
      times.push(await timeNextChange(scene.members[0]!));
      // A primary that was faster back than replaced would prove nothing.
      expect((await databases.findPrimary()).name).not.toBe(killed.name);
    }
    await databases.untilSafe();
    const { acknowledged, failed, failedReads, lost } = await load.stop();
    console.log(`killed primaries: writes after ${describeTimes(times)}; ${description}`);
    console.log('killed primaries:', { acknowledged, failed, failedReads });
    expect(lost).toEqual([]);
    judge(description, () => expect(Math.max(...times)).toBeLessThan(failoverMs));
  });

  test('jobs go on after all of that', async () => {
    const { client, members } = scene;
    const { email } = members[0]!;
    const mails = async () => (await client.call('GET', `/dev/mail.json?to=${email}`)).body as unknown[];
    const before = (await mails()).length;
    await client.call('POST', '/auth/passwordless/login/send', { body: { email } });
    await eventually(async () => (await mails()).length > before);
    expect((await mails()).length).toBe(before + 1);
  });
}

/**
 * A thread that lets each of some processes run for a part of the time only, one after the other, as on slower
 * processors of their own: where two processes at full speed would use up the machine, this shows what else they share.
 */
import { workerData } from 'node:worker_threads';

const pids = workerData as number[];
const clock = new Int32Array(new SharedArrayBuffer(4));
const wait = (ms: number) => Atomics.wait(clock, 0, 0, ms);
/** Each runs for 4 of 32 ms, an eighth, whether there is one or two. */
const [runMs, periodMs] = [4, 32];

for (const pid of pids) process.kill(pid, 'SIGSTOP');
for (;;)
  for (const pid of pids) {
    process.kill(pid, 'SIGCONT');
    wait(runMs);
    process.kill(pid, 'SIGSTOP');
    wait(periodMs / pids.length - runMs);
  }

import { retryInvoice } from './subscriptions/collect-invoice.ts';
import { deliverEvent } from './events/deliver-event.ts';
import { endSlowRefund } from './payments/refunds.ts';
import { expireOverdue } from './checkouts/expiry.ts';
import { renewDue, warnOfTrialEnd } from './subscriptions/renewals.ts';
import { settlePayment } from './payments/settlement.ts';
import type { Sandbox } from './sandbox.ts';
import { claimTasks, finishTask, postponeTask, type Task, type TaskKind } from './store/task.store.ts';

const pollMs = 250;
const pollWhenDownMs = 5_000;
const maxConcurrent = 10;
/** Lease in seconds, longer than any task takes, so that only a dead process's task is claimed again. */
const leaseSeconds = 30;
/** Waits in seconds before the second, third, … try; the last one repeats until three days are over. */
const backOffSeconds = [1, 5, 30, 300, 1_800, 7_200, 21_600];
const maxAttempts = 18;

/** The running loop of tasks. */
export interface TaskRunner {
  /** Looks for due tasks now rather than at the next poll. */
  wake(): void;
  /** Waits for running tasks; a running delivery is aborted and retried by the next process. */
  close(): Promise<void>;
}

/** Does what is due: sends events, lets sessions expire, settles slow payments and refunds, renews subscriptions. */
export function startTaskRunner(sandbox: Sandbox): TaskRunner {
  const stopped = new AbortController();
  const running = new Set<Promise<void>>();
  let alarm = Promise.withResolvers<void>();
  const wake = () => alarm.resolve();

  const begin = (task: Task) => {
    const run = runTask(sandbox, task, stopped.signal)
      .catch((error: unknown) => sandbox.log.error({ err: error, task: task.kind }, 'card sandbox task failed'))
      .finally(() => {
        running.delete(run);
        wake();
      });
    running.add(run);
  };
  const loop = async () => {
    while (!stopped.signal.aborted) {
      alarm = Promise.withResolvers<void>();
      try {
        (await claimTasks(sandbox.db, maxConcurrent - running.size, leaseSeconds)).forEach(begin);
        await pauseUntil(alarm.promise, pollMs);
      } catch (error) {
        sandbox.log.warn({ err: error }, 'card sandbox cannot read its tasks');
        await pauseUntil(alarm.promise, pollWhenDownMs);
      }
    }
  };
  const looping = loop();
  return {
    wake,
    close: async () => {
      stopped.abort();
      wake();
      await looping;
      await Promise.all(running);
    },
  };
}

async function pauseUntil(alarm: Promise<void>, ms: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const poll = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  await Promise.race([alarm, poll]);
  clearTimeout(timer);
}

/** Runs a task. Tasks are idempotent, because one may run again after a crash. */
async function runTask(sandbox: Sandbox, task: Task, stopped: AbortSignal): Promise<void> {
  if (task.kind === 'deliver') return deliverOrPostpone(sandbox, task, stopped);
  const isEarly = (await alarms[task.kind](sandbox, task.objectId)) === false;
  return isEarly ? postponeTask(sandbox.db, task.id, 1) : finishTask(sandbox.db, task.id);
}

/** Handlers of alarms; `false` means too early, so that it is retried. */
const alarms: Record<Exclude<TaskKind, 'deliver'>, (sandbox: Sandbox, id: string) => Promise<boolean | void>> = {
  expire: expireOverdue,
  settle: settlePayment,
  refund: endSlowRefund,
  renew: renewDue,
  'trial-ending': warnOfTrialEnd,
  collect: (sandbox, id) => retryInvoice(sandbox, id, { isDemanded: false }),
};

async function deliverOrPostpone(sandbox: Sandbox, task: Task, stopped: AbortSignal): Promise<void> {
  const accepted = await deliverEvent(sandbox, task.objectId, stopped);
  if (accepted || task.attempts === maxAttempts) return finishTask(sandbox.db, task.id);
  const wait = stopped.aborted ? 0 : (backOffSeconds[task.attempts - 1] ?? backOffSeconds.at(-1) ?? 0);
  await postponeTask(sandbox.db, task.id, wait);
}

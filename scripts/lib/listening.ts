import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** Milliseconds. A restart takes a few seconds; one that failed is told by the server itself. */
const patienceMs = 30_000;
const againMs = 100;

/** Waits until a program on this machine takes connections at the port, or the patience ends. */
export async function untilListening(port: number): Promise<void> {
  const deadlineMs = performance.now() + patienceMs;
  while (!(await isListening(port)) && performance.now() < deadlineMs) await sleep(againMs);
}

function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = connect(port, '127.0.0.1', () => resolve(true));
    probe.once('error', () => resolve(false));
    probe.once('connect', () => probe.destroy());
  });
}

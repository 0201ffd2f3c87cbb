import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** Timeout in milliseconds. A restart takes a few seconds; a failed one is reported by the server itself. */
const patienceMs = 30_000;
const againMs = 100;

/** Waits until the local port accepts connections, or the timeout. */
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

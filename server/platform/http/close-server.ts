import type { Server } from 'node:http';
import { setImmediate as turnOfLoop, setTimeout as sleep } from 'node:timers/promises';
import type { Http } from './typed.ts';

/** Milliseconds for running requests to finish while we stop. */
export const requestGraceMs = 10_000;
/** Milliseconds without a new connection after which none is expected. */
const quietMs = 150;
/** Milliseconds to wait at most for that. */
export const quietWithinMs = 1_000;
/** Milliseconds of sleep between two looks. */
const napMs = 10;

/** How far a process has come with its stop. */
export interface Stopping {
  /** Whether the process has begun to stop. */
  has: boolean;
  /** Answers are delayed until it settles. */
  mayAnswer?: Promise<void>;
}

/** Stops accepting connections, lets running requests finish, and closes the rest after `requestGraceMs`. */
export async function closeServer(app: Http, stopping: Stopping): Promise<void> {
  const { server } = app;
  let letGo = () => {};
  stopping.mayAnswer = new Promise((resolve) => (letGo = resolve));
  await untilNoneConnects(server);
  const closed = new Promise((resolve) => server.close(resolve));
  letGo();
  const cut = setTimeout(() => server.closeAllConnections(), requestGraceMs);
  await closed;
  clearTimeout(cut);
  await app.close();
}

/**
 * Closing a listening socket resets the connections in its accept queue. Answers are delayed until it is closed, because
 * each lets its client open another connection: clients that wait for an answer open none, and the queue stays empty.
 * For those that know nothing of this, it is closed in the turn of the event loop that emptied the queue, right after a
 * sleep: the scheduler of a busy machine rarely interrupts a process that has just woken. The longest wait is counted in
 * sleeps: after a second in which the process could not run, the queue is full.
 */
async function untilNoneConnects(server: Server): Promise<void> {
  let lastMs = performance.now();
  const onConnection = () => void (lastMs = performance.now());
  server.on('connection', onConnection);
  for (let naps = quietWithinMs / napMs; naps > 0 && performance.now() - lastMs < quietMs; naps--) {
    await sleep(napMs);
    await turnOfLoop();
  }
  server.off('connection', onConnection);
}

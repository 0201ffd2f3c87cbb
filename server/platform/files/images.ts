import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Log } from '../log.ts';
import { Refusal } from '../refusal.ts';
import { isRaster } from './media-types.ts';

export interface Images {
  /**
   * A picture as it may be shown to others: small, upright, of one known type, with nothing in it but its pixels.
   *
   * @param bytes what somebody sent; judged by its content alone
   * @returns WebP of at most 512 × 512 pixels
   * @throws Refusal invalid-file-type for anything but a PNG, JPEG, WebP or GIF that can be decoded within the limits
   * @throws Refusal service-unavailable while too many wait, or the machine has no time for it
   */
  shrink(bytes: Buffer): Promise<Buffer>;
}

const worker = fileURLToPath(new URL('image-worker.ts', import.meta.url));
/** Two cores are busy with two pictures; the sign-ins of everybody else need some of them too. */
export const pictureQueue = { atOnce: 2, waitingMost: 20 };
/** Milliseconds. The worker ends itself long before, by limits of its own; this is for one that no longer can. */
const patienceMs = 20_000;
/** Most bytes of an answer: no picture of this size needs as many. */
const resultMaxBytes = 4_000_000;

/** Decoders read foreign bytes in a language without bounds, so each picture gets a process of its own. */
export function createImages(log: Log): Images {
  const turn = createTurns();
  return {
    async shrink(bytes) {
      if (!isRaster(bytes)) throw new Refusal('invalid-file-type');
      const shrunk = await turn(() => runWorker(bytes, log));
      if (shrunk === undefined) throw new Refusal('invalid-file-type');
      return shrunk;
    },
  };
}

/** @returns undefined where the picture was no picture, too large, or the end of the process */
function runWorker(bytes: Buffer, log: Log): Promise<Buffer | undefined> {
  return new Promise((resolve, reject) => {
    // Of our secrets it knows nothing: its environment is empty.
    const child = spawn(process.execPath, [worker], { env: {}, stdio: ['pipe', 'pipe', 'ignore'] });
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      child.kill('SIGKILL');
    }, patienceMs);
    const chunks: Buffer[] = [];
    let size = 0;
    child.stdout.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > resultMaxBytes) child.kill('SIGKILL');
      else chunks.push(chunk);
    });
    child.on('error', () => reject(new Refusal('service-unavailable', { retryAfterSeconds: 1 })));
    child.on('close', (code, signal) => {
      clearTimeout(timer);
      // Its own limits would have ended it long before, had the machine let it run.
      if (isLate) return reject(new Refusal('service-unavailable', { retryAfterSeconds: 10 }));
      if (code !== 0) log.warn({ code, signal }, 'A picture ended the process that decoded it.');
      resolve(code === 0 && size > 0 ? Buffer.concat(chunks) : undefined);
    });
    // A worker that is gone takes no more; `close` tells why.
    child.stdin.on('error', () => undefined);
    child.stdin.end(bytes);
  });
}

/** A bounded queue: so many run at once, so many wait, the next is refused. */
function createTurns() {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running >= pictureQueue.atOnce && waiting.length >= pictureQueue.waitingMost)
      throw new Refusal('service-unavailable', { retryAfterSeconds: 2 });
    if (running >= pictureQueue.atOnce) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    try {
      return await work();
    } finally {
      // First in, first out: the place is handed over without becoming free in between.
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}

import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Log } from '../log.ts';
import { Refusal } from '../refusal.ts';
import { isRaster } from './media-types.ts';

/** Re-encoding of uploaded pictures. */
export interface Images {
  /**
   * Re-encodes a picture for display: small, upright, of one known type, without metadata or trailing data.
   *
   * @param bytes untrusted upload; its type is detected from the content
   * @returns WebP of at most 512 × 512 pixels
   * @throws Refusal invalid-file-type for anything but a PNG, JPEG, WebP or GIF that can be decoded within the limits
   * @throws Refusal service-unavailable while the queue is full or the machine overloaded, and where the product ends
   */
  shrink(bytes: Buffer): Promise<Buffer>;
}

const worker = fileURLToPath(new URL('image-worker.ts', import.meta.url));
/** Bounded, because decoding occupies a core per picture and log-ins need the CPU too. */
export const pictureQueue = { atOnce: 2, waitingMost: 20 };
/** Milliseconds. A backstop: the worker ends itself long before, by its own limits, unless it hangs. */
const patienceMs = 20_000;
/** Sent from outside, as to all processes of a unit or a terminal that ends; a decoder that crashes has others. */
const stopSignals: (NodeJS.Signals | null)[] = ['SIGTERM', 'SIGINT', 'SIGHUP'];
/** Largest output in bytes; more than any picture of 512 × 512 pixels needs. */
const resultMaxBytes = 4_000_000;

/** Decoders parse untrusted bytes in C without memory safety, so each picture gets its own process. */
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

/** @returns undefined if the file is no picture, is too large, or crashed the process */
function runWorker(bytes: Buffer, log: Log): Promise<Buffer | undefined> {
  return new Promise((resolve, reject) => {
    // An empty environment, so that a compromised decoder has none of our secrets.
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
      // Overload: its own limits would have ended it before, had it been scheduled.
      if (isLate) return reject(new Refusal('service-unavailable', { retryAfterSeconds: 10 }));
      if (stopSignals.includes(signal)) return reject(new Refusal('service-unavailable', { retryAfterSeconds: 1 }));
      if (code !== 0) log.warn({ code, signal }, 'A picture ended the process that decoded it.');
      resolve(code === 0 && size > 0 ? Buffer.concat(chunks) : undefined);
    });
    // EPIPE after the worker's end; `close` tells the reason.
    child.stdin.on('error', () => undefined);
    child.stdin.end(bytes);
  });
}

/** A bounded queue with limited concurrency; refuses when full. */
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
      // FIFO: the slot is handed over without becoming free in between, so that a newcomer cannot overtake.
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}

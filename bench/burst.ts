import type { Shot } from './membership/load.ts';

/** An answer of a burst. */
export interface Answered {
  status: number;
  body: string;
  /** How long it took. */
  ms: number;
  /** When it came, from the burst's beginning. */
  atMs: number;
}

/** Sends each request once, some at a time. @returns the answers in the order of the requests */
export async function sendAll(url: string, atOnce: number, shots: readonly Shot[]): Promise<Answered[]> {
  const answers: Answered[] = [];
  const beganMs = performance.now();
  const waiting = [...shots.entries()].values();
  const work = async () => {
    for (const [index, { path, ...request }] of waiting) {
      const sentMs = performance.now();
      const response = await fetch(url + path, request);
      const body = await response.text();
      const nowMs = performance.now();
      answers[index] = { status: response.status, body, ms: nowMs - sentMs, atMs: nowMs - beganMs };
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return answers;
}

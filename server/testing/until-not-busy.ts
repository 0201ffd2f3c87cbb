import { setTimeout as sleep } from 'node:timers/promises';

/** An answer of the product, in either of the forms that tests have. */
interface Refusable {
  body?: { error?: { code: string } };
  error?: { code: string } | undefined;
}

/** Milliseconds for which a busy product is asked again. */
const patienceMs = 60_000;
/** Milliseconds between two requests: the least that the product names in `Retry-After`. */
const pauseMs = 1_000;

/**
 * Asks again what is refused as busy (`service-unavailable`), as a page does. For requests whose answer a test needs, not
 * for those that it wants answered at once.
 */
export async function untilNotBusy<T extends Refusable>(ask: () => Promise<T>): Promise<T> {
  for (const deadline = Date.now() + patienceMs; ;) {
    const answer = await ask();
    const code = (answer.error ?? answer.body?.error)?.code;
    if (code !== 'service-unavailable' || Date.now() > deadline) return answer;
    await sleep(pauseMs);
  }
}

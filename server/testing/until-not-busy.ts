/** An answer of the product, in either of the forms that tests have. */
interface Refusable {
  body?: { error?: { code: string } };
  error?: { code: string } | undefined;
}

/**
 * Asks again what is refused as busy (`service-unavailable`): a wait for a connection has a time limit, which a busy
 * machine exceeds. For requests whose answer a test needs, not for those that it wants answered at once.
 */
export async function untilNotBusy<T extends Refusable>(ask: () => Promise<T>): Promise<T> {
  for (;;) {
    const answer = await ask();
    if ((answer.error ?? answer.body?.error)?.code !== 'service-unavailable') return answer;
  }
}

/**
 * Asks again until a fact holds.
 *
 * @param options.withinMs when to give up. Only a test that fails waits so long, so the default is a multiple of what
 *   anything takes on a machine with ten busy processes beside the tests
 * @throws Error when it does not hold by then
 */
export async function eventually(fact: () => Promise<boolean>, { withinMs = 120_000 } = {}): Promise<void> {
  const deadline = Date.now() + withinMs;
  while (!(await fact())) {
    if (Date.now() > deadline) throw new Error(`still not so after ${withinMs} ms: ${fact.toString()}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

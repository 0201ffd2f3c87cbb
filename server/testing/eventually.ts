/** Asks again until a fact holds. @throws Error when it does not in time */
export async function eventually(fact: () => Promise<boolean>, { withinMs = 30_000 } = {}): Promise<void> {
  const deadline = Date.now() + withinMs;
  while (!(await fact())) {
    if (Date.now() > deadline) throw new Error(`still not so after ${withinMs} ms: ${fact.toString()}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

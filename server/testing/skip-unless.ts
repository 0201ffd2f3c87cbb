import type { TestContext } from 'vitest';

/** Leaves a test out where this machine does not allow what it needs. `npm test` counts one left out without a reason as failed. */
export function skipUnless(context: TestContext, isAllowed: boolean, reason: string): void {
  if (isAllowed) return;
  (context.task.meta as { skippedBecause?: string }).skippedBecause = reason;
  context.skip(reason);
}

import { afterEach, expect, test, vi } from 'vitest';
import { createStartup, startLimitMs } from './startup.ts';

afterEach(() => void vi.restoreAllMocks());

test('a step that has no time left since those before it took it says so', async () => {
  const startup = createStartup();
  const now = vi.spyOn(performance, 'now').mockReturnValue(0);
  await startup.step('the database', async () => void now.mockReturnValue(startLimitMs + 1));
  const last = startup.step('the workers to look for jobs', () => new Promise(() => undefined));
  await expect(last).rejects.toThrow(
    'it waited 0 s for the workers to look for jobs, and gave up: a start may take 22 s in all.',
  );
});

test('a step that hangs with most of the time for itself is named alone', async () => {
  const startup = createStartup(1_000);
  await startup.step('the database', async () => undefined);
  const hanging = startup.step('the workers to look for jobs', () => new Promise(() => undefined));
  await expect(hanging).rejects.toThrow(/^it waited \d s for the workers to look for jobs, and gave up\.$/);
});

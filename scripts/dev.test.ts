import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test, vi } from 'vitest';
import { untilListening } from './lib/listening.ts';
import { rebuildOnChange } from './lib/rebuild.mjs';

test('a change of the widget or the documentation is built again, also after a build that failed', async ({
  onTestFinished,
}) => {
  const folder = await mkdtemp(path.join(tmpdir(), 'intake-rebuild-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  for (const source of ['client', 'contract', 'docs', 'inspection', 'shared', 'widget/page'])
    await mkdir(path.join(folder, source), { recursive: true });
  const told = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  let built = 0;
  const stop = rebuildOnChange(async () => {
    built += 1;
    if (built === 1) throw new Error('widget/page/forms.ts does not compile');
  }, folder);
  onTestFinished(stop);
  await writeFile(path.join(folder, 'widget/page/forms.ts'), 'export');
  await vi.waitFor(() => expect(told).toHaveBeenCalledWith('widget/page/forms.ts does not compile'), 60_000);
  await writeFile(path.join(folder, 'widget/page/forms.ts'), 'export {}');
  await vi.waitFor(() => expect(built).toBe(2), 60_000);
  await writeFile(path.join(folder, 'docs/webhooks.md'), '# Webhooks');
  await vi.waitFor(() => expect(built).toBe(3), 60_000);
});

test('a request waits while the server restarts', async ({ onTestFinished }) => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  let isAnswered = false;
  const waiting = untilListening(port).then(() => (isAnswered = true));
  await new Promise((resolve) => setTimeout(resolve, 150));
  expect(isAnswered).toBe(false);
  const again = createServer().listen(port, '127.0.0.1');
  onTestFinished(() => void again.close());
  await waiting;
  expect(isAnswered).toBe(true);
});

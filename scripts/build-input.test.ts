import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { buildInputHash, type Build } from './lib/build.mjs';

async function hashesAround(build: Build, file: string): Promise<[before: string, after: string]> {
  const folder = await mkdtemp(path.join(tmpdir(), 'intake-build-input-'));
  try {
    await mkdir(path.join(folder, path.dirname(file)), { recursive: true });
    await writeFile(path.join(folder, file), 'before');
    const before = buildInputHash(build, folder);
    await writeFile(path.join(folder, file), 'after');
    return [before, buildInputHash(build, folder)];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

test.for(['docs/webhooks.md', 'docs/widget/events.md', 'content/faq.yaml', 'widget/install.ts'])(
  'a change of %s makes the next start build the pages again',
  async (file) => {
    const [before, after] = await hashesAround('pages', file);
    expect(after).not.toBe(before);
  },
);

test.for(['widget/page/forms.test.ts', 'server/main.ts'])('a change of %s does not', async (file) => {
  const [before, after] = await hashesAround('pages', file);
  expect(after).toBe(before);
});

test.for(['server/main.ts', 'contract/calls/auth.ts', 'shared/partners.ts', 'package-lock.json'])(
  'a change of %s makes the next start build the server again',
  async (file) => {
    const [before, after] = await hashesAround('server', file);
    expect(after).not.toBe(before);
  },
);

test.for(['server/main-stop.test.ts', 'server/testing/product.ts', 'portal/main.tsx', 'docs/webhooks.md'])(
  'a change of %s does not build the server',
  async (file) => {
    const [before, after] = await hashesAround('server', file);
    expect(after).toBe(before);
  },
);

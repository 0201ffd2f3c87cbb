import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test, vi } from 'vitest';
import { installScript } from './lib/debian.mjs';

/** Begins an installation with an `apt-get` that does what a script says. */
async function install(apt: string) {
  const folder = await mkdtemp(path.join(tmpdir(), 'intake-debian-'));
  await writeFile(path.join(folder, 'apt-get'), `#!/bin/sh\n${apt}`, { mode: 0o755 });
  const policy = path.join(folder, 'policy-rc.d');
  const shell = spawn('sh', ['-c', installScript(['patroni'], policy)], {
    env: { ...process.env, PATH: `${folder}:${process.env['PATH']}`, FOLDER: folder },
    detached: true,
    stdio: 'ignore',
  });
  return {
    folder,
    policy,
    shell,
    ended: once(shell, 'exit'),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

test('services stay stopped while packages are installed, and only then', async ({ onTestFinished }) => {
  const { folder, policy, ended, remove } = await install('cp $FOLDER/policy-rc.d $FOLDER/seen');
  onTestFinished(remove);
  expect(await ended).toEqual([0, null]);
  expect(await readFile(path.join(folder, 'seen'), 'utf8')).toBe('#!/bin/sh\nexit 101\n');
  expect(existsSync(policy)).toBe(false);
});

test.for(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
  'an installation that %s ends leaves services free to start',
  async (signal, { onTestFinished }) => {
    const { folder, policy, shell, ended, remove } = await install('touch $FOLDER/busy; exec sleep 60');
    onTestFinished(remove);
    await vi.waitFor(() => expect(existsSync(path.join(folder, 'busy'))).toBe(true), 60_000);
    expect(existsSync(policy)).toBe(true);
    process.kill(-shell.pid!, signal);
    await ended;
    expect(existsSync(policy)).toBe(false);
  },
);

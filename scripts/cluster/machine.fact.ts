import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findNode } from '../lib/node.mjs';
import { writeTemplate } from './templates.ts';

/** The files of `deploy/` that no cluster of tests runs, since systemd and cron do. */

const values = { NODE_ADDRESS: '10.0.0.11', BACKUP_CONFIG: '/etc/pgbackrest.conf' };
const units = ['intake@.service', 'intake-backup@.service', 'intake-backup-full.timer', 'intake-backup-diff.timer'];

/** The root of a machine that has them. */
let machine: string;
const place = (name: string) => path.join(machine, 'etc/systemd/system', name);
beforeAll(() => {
  machine = mkdtempSync(path.join(tmpdir(), 'intake-machine-'));
  mkdirSync(place(''), { recursive: true });
  for (const unit of units) write(unit);
});
afterAll(() => rmSync(machine, { recursive: true }));

/** As it is, or with something changed; with the Node of this machine. */
function write(name: string, from = '', to = ''): string {
  const file = writeTemplate(name, values, place(name));
  const text = readFileSync(file, 'utf8').replace('/usr/bin/node', findNode());
  if (!text.includes(from)) throw new Error(`deploy/${name} has no ${from}`);
  writeFileSync(file, text.replace(from, to));
  // Both tools complain of files that only their owner may read.
  chmodSync(file, 0o644);
  return file;
}

/** What a tool says. @throws Error when it cannot be started */
function run(command: string, ...words: string[]): string {
  const { error, stdout, stderr } = spawnSync(command, words, { encoding: 'utf8' });
  if (error) throw error;
  return stdout + stderr;
}

describe('systemd', () => {
  const started = [
    'intake@4001.service',
    'intake-backup@full.service',
    'intake-backup-full.timer',
    'intake-backup-diff.timer',
  ];
  const verify = (unit: string) => run('systemd-analyze', 'verify', '--man=no', place(unit));

  test.each(started)('has no complaint about %s', (unit) => expect(verify(unit)).toBe(''));

  test('complains of a setting it does not know (negative control)', () => {
    write('intake@.service', 'Restart=', 'Restrat=');
    expect(verify('intake@4001.service')).toMatch(/Unknown key .*Restrat/);
    write('intake@.service');
  });

  test('takes the addresses that may speak to etcd, and complains of a wrong one (negative control)', () => {
    const debian = 'etcd.service';
    copyFileSync(`/lib/systemd/system/${debian}`, place(debian));
    mkdirSync(place(`${debian}.d`));
    const verifyWith = (addresses: string) => {
      const target = place(`${debian}.d/firewall.conf`);
      chmodSync(writeTemplate('etcd-firewall.conf', { ETCD_CLIENTS: addresses }, target), 0o644);
      return verify(debian);
    };
    expect(verifyWith('10.0.0.311')).toMatch(/10\.0\.0\.311/);
    // Last: what is wrong there would be complained of with every other unit.
    expect(verifyWith('10.0.0.11 10.0.0.12')).toBe('');
    const restart = place(`${debian}.d/restart.conf`);
    writeFileSync(restart, readFileSync('deploy/etcd-restart.conf', 'utf8').replace('Restart=always', 'Restart=often'));
    expect(verify(debian)).toMatch(/often/);
    copyFileSync('deploy/etcd-restart.conf', restart);
    expect(verify(debian)).toBe('');
  });

  test('takes what starts PgBouncer again, and complains of a word it does not know (negative control)', () => {
    const debian = 'pgbouncer.service';
    copyFileSync(`/lib/systemd/system/${debian}`, place(debian));
    mkdirSync(place(`${debian}.d`));
    const verifyWith = (from: string, to: string) => {
      const target = place(`${debian}.d/restart.conf`);
      writeFileSync(target, readFileSync('deploy/pgbouncer-restart.conf', 'utf8').replace(from, to));
      return verify(debian);
    };
    expect(verifyWith('Restart=always', 'Restart=often')).toMatch(/often/);
    expect(verifyWith('', '')).toBe('');
  });

  test('starts with the machine what is enabled as docs/production.md and docs/backup.md say', () => {
    run('systemctl', `--root=${machine}`, 'enable', 'intake@4001', 'intake-backup-full.timer');
    const startedBy = (target: string) => readdirSync(place(`${target}.target.wants`));
    expect(startedBy('multi-user')).toEqual(['intake@4001.service']);
    expect(startedBy('timers')).toEqual(['intake-backup-full.timer']);
  });
});

describe('logrotate', () => {
  const complaints = (file: string) => run('logrotate', '--debug', file).match(/^error:.*$/gm) ?? [];

  test('has no complaint about logrotate.conf', () => expect(complaints(write('logrotate.conf'))).toEqual([]));

  test('complains of a word it does not know (negative control)', () => {
    expect(complaints(write('logrotate.conf', 'weekly', 'wekly'))).toHaveLength(1);
  });
});

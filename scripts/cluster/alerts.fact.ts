import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { writeTemplate } from './templates.ts';

const run = promisify(execFile);

/** The files of Prometheus as a machine of production has them. */
let folder: string;
const inFolder = (name: string) => path.join(folder, name);
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'intake-alerts-'));
  writeFileSync(inFolder('token'), 'collector-of-this-test');
  const values = {
    RUNBOOKS_URL: 'https://wiki.example/runbooks',
    ALERTMANAGER: '127.0.0.1:9093',
    METRICS_TOKEN_FILE: inFolder('token'),
    METRICS_TARGETS: "['10.0.0.1:4001', '10.0.0.1:4002']",
    PATRONI_TARGETS: "['10.0.0.11:8008', '10.0.0.12:8008']",
  };
  for (const name of ['prometheus.yml', 'alerts.yml', 'alerts.test.yml'])
    writeTemplate(`prometheus/${name}`, values, inFolder(name));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** What promtool says, and how it ended. */
const promtool = (...words: string[]) =>
  run('promtool', words).then(
    ({ stdout, stderr }) => ({ code: 0, said: stdout + stderr }),
    ({ code, stdout, stderr }: { code: number; stdout: string; stderr: string }) => ({ code, said: stdout + stderr }),
  );

describe('promtool', () => {
  test('takes the configuration with its alerts', async () => {
    expect(await promtool('check', 'config', inFolder('prometheus.yml'))).toMatchObject({ code: 0 });
    expect(await promtool('check', 'rules', '--lint-fatal', inFolder('alerts.yml'))).toMatchObject({ code: 0 });
  });

  test('finds that each alert is raised by what it is about, and by nothing else', async () => {
    expect(await promtool('test', 'rules', inFolder('alerts.test.yml'))).toMatchObject({ code: 0 });
  });

  test('finds an alert that asks for something else (negative control)', async () => {
    writeFileSync(inFolder('alerts.yml'), 'groups: [{ name: intake, rules: [{ alert: IntakeDown, expr: "up ==" }] }]');
    expect(await promtool('check', 'rules', inFolder('alerts.yml'))).toMatchObject({ code: 1 });
    expect(await promtool('test', 'rules', inFolder('alerts.test.yml'))).toMatchObject({ code: 1 });
  });
});

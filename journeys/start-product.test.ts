import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { startProgram } from './start-product.ts';

/** Starts a program in place of the product. @param code of each start, by `starts`, how many have been made before it */
async function start(code: string) {
  const folder = mkdtempSync(path.join(tmpdir(), 'start-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const program = path.join(folder, 'program.mjs');
  writeFileSync(
    program,
    `import { readdirSync } from 'node:fs'; import { createServer } from 'node:http';
    const starts = readdirSync(import.meta.dirname + '/logs').length - 1; ${code}`,
  );
  const logFolder = path.join(folder, 'logs');
  // It says to the journeys where the product is.
  for (const name of ['INTAKE_URL', 'INTAKE_DEMO_URL', 'INTAKE_TAKEN_CODES']) vi.stubEnv(name, '');
  onTestFinished(() => void vi.unstubAllEnvs());
  const outcome = await startProgram({ program, logFolder }).catch((error: Error) => error);
  if (typeof outcome === 'function') await outcome();
  const logs = readdirSync(logFolder).map((file) => readFileSync(path.join(logFolder, file), 'utf8'));
  return { outcome, logs };
}

const busy = `console.error('Intake did not start: the database at DATABASE_URL does not answer. Is it running?'); process.exit(1);`;

const slow = `console.error('Intake did not start: it waited 0 s for jobs, and gave up: a start may take 22 s in all.'); process.exit(1);`;

test('a start that found the machine busy is made again, and each has its log', async () => {
  const { outcome, logs } = await start(
    `if (starts === 0) { ${busy} } if (starts === 1) { ${slow} }
    console.log('ready'); createServer((_, answer) => answer.end()).listen(process.env.PORT);`,
  );
  expect(outcome).toBeTypeOf('function');
  expect(logs.filter((log) => log.includes('Intake did not start'))).toHaveLength(2);
  expect(logs.filter((log) => log.includes('ready'))).toHaveLength(1);
});

test('a start that always finds the database busy fails in the end', async () => {
  const { outcome, logs } = await start(busy);
  expect(String(outcome)).toContain('The product did not start.');
  expect(logs).toHaveLength(3);
});

test.each([
  'process.exit(1)',
  `console.error('port 1 is taken'); process.exit(1)`,
  `process.kill(process.pid, 'SIGKILL')`,
])('a start that ends by %s is told at once and not made again', async (code) => {
  const began = Date.now();
  const { outcome, logs } = await start(code);
  expect(String(outcome)).toContain('The product did not start.');
  expect(logs).toHaveLength(1);
  expect(Date.now() - began).toBeLessThan(60_000);
});

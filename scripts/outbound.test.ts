import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { destinations, type Destination } from '../server/platform/outbound-destinations.ts';
import { findConnections } from './lib/connections.ts';
import { root } from './lib/project.mjs';

const textOf = (file: string) => readFileSync(path.join(root, file), 'utf8');
const all: [string, Destination][] = Object.entries(destinations);
const declared = new Set(all.flatMap(([, { openedBy }]) => openedBy));

describe('connections', () => {
  const files = globSync('server/**/*.ts', { cwd: root }).filter(
    (file) => !/\.test\.ts$|^server\/testing\//.test(file),
  );
  const opening = files.filter((file) => findConnections(file, textOf(file)).length > 0);

  test('are opened by the modules that the table of destinations names, and by no other', () => {
    expect(files.length).toBeGreaterThan(300);
    expect(opening.toSorted()).toEqual([...declared].toSorted());
  });

  test.for([
    ["fetch('https://example.org');", 'fetch'],
    ['const call = globalThis.fetch;', 'fetch'],
    ["global['fetch']('https://example.org');", 'fetch'],
    ['const options = { fetch };', 'fetch'],
    ['new WebSocket(address);', 'WebSocket'],
    ["import { connect } from 'node:tls';", 'node:tls'],
    ["import { createServer, connect } from 'net';", 'node:net'],
    ["import net from 'node:net';", 'node:net'],
    ["import * as http from 'node:http';", 'node:http'],
    ["import { request as ask } from 'node:https';", 'node:https'],
    ["const { request } = await import('node:http');", 'node:http'],
    ["export { fetch } from 'undici';", 'undici'],
    ["import { Stripe, type Event } from 'stripe';", 'stripe'],
    ["import { lookup } from 'node:dns/promises';", 'node:dns/promises'],
  ])('are found in %s', ([source, name]) => {
    expect(findConnections('server/a.ts', source!)).toContain(name);
  });

  test.for([
    'await outbound.fetch(address);',
    'interface Outbound { fetch(url: string): void }',
    'const door = { fetch: () => 1, async fetch2() {} };',
    "import { createServer } from 'node:http'; import { isIP } from 'node:net';",
    "import type { Agent } from 'undici'; import { type Stripe } from 'stripe';",
  ])('are not seen in %s', (source) => {
    expect(findConnections('server/a.ts', source)).toEqual([]);
  });
});

test('docs/outbound.md shows the table of destinations', () => {
  const cells = (row: readonly string[]) => `| ${row.join(' | ')} |`;
  const table = [
    cells(['Destination', 'What for', 'Where its host comes from', '`OUTBOUND_HOSTS` is asked']),
    '|---|---|---|---|',
    ...all.map(([name, { reason, hostFrom, listed }]) => cells([name, reason, hostFrom, listed])),
  ].join('\n');
  expect(textOf('docs/outbound.md')).toContain(table);
});

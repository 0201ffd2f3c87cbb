import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { commandOf } from './cluster/templates.ts';
import { builtServer } from './lib/project.mjs';
import { serverOptions, serverVariables } from './lib/server-options.mjs';

const unit = readFileSync(new URL('../deploy/intake@.service', import.meta.url), 'utf8');

test('the unit of production starts Node with the options of npm start', () => {
  expect(commandOf(unit).slice(1)).toEqual([...serverOptions, builtServer]);
});

test('the unit of production sets the variables of npm start', () => {
  for (const [name, value] of Object.entries(serverVariables))
    expect(unit).toMatch(new RegExp(`^Environment=(.* )?${name}=${value}( |$)`, 'm'));
});

test('the options bound the memory for objects of requests', () => {
  const measure = `
    let kept = [];
    for (let i = 0; i < 12e5; i++) { kept.push({ i }); if (kept.length > 4e5) kept = []; }
    const { space_size } = require('node:v8').getHeapSpaceStatistics().find((space) => space.space_name === 'new_space');
    console.log(space_size / 2 ** 20);`;
  const youngMegabytes = (options: readonly string[]) =>
    Number(execFileSync(process.execPath, [...options, '--eval', measure], { encoding: 'utf8' }));
  expect(youngMegabytes(serverOptions)).toBeLessThanOrEqual(32);
  // The negative control: Node by itself takes several times as much.
  expect(youngMegabytes([])).toBeGreaterThan(32);
});

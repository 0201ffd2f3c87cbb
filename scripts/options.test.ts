import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { readOptions } from './lib/options.mjs';

const read = (...args: string[]) => readOptions('npm start', { only: { type: 'string' } }, args);

test.for(['scripts/fuzz.ts', 'bench/bench.ts', 'scripts/record-front-door.ts'])(
  '%s refuses an option it does not know, and starts nothing',
  (command) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [command, '--nope'], { encoding: 'utf8' });
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(stderr).toContain('Unknown option --nope.');
  },
);

test('npm run fuzz goes to the address of this environment', () => {
  const env = { ...process.env, PORT: '4321', APP_URL: '' };
  const { stdout } = spawnSync(process.execPath, ['scripts/fuzz.ts', '--help'], { encoding: 'utf8', env });
  expect(stdout).toContain('(default http://localhost:4321)');
});

test('known options are read', () => {
  expect(read('--only', 'unit')).toEqual({ only: 'unit' });
  expect(read('--only=unit,types')).toEqual({ only: 'unit,types' });
  expect(read('--help')).toEqual({ help: true });
  expect(read()).toEqual({});
});

test('a misspelt option is refused with a suggestion', () => {
  expect(() => read('--hepl')).toThrow('Unknown option --hepl. Did you mean --help?');
  expect(() => read('--onyl', 'unit')).toThrow('Did you mean --only?');
});

test('a setting given as an option is refused with its environment variable', () => {
  expect(() => read('--port', '8080')).toThrow('Did you mean the environment variable: PORT=… npm start?');
  expect(() => read('--database-url=x')).toThrow('DATABASE_URL=… npm start');
});

test('an option without a near match is refused with a pointer to the help', () => {
  expect(() => read('--frobnicate')).toThrow('Unknown option --frobnicate. `npm start -- --help` lists what there is.');
});

test('a stray word and a missing value are refused', () => {
  expect(() => read('unit')).toThrow('Unknown word "unit".');
  expect(() => read('--only')).toThrow('The option --only needs a value.');
});

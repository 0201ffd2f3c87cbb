import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../lib/project.mjs';
import { withRefusals } from './client-refusals.ts';

const published = (method: string) => withRefusals('client/calls.ts', `export const calls = {\n${method}\n};\n`);

test('a method is published with the refusals of the calls it sends, without those of any call', () => {
  expect(published(`/** Gives it. */ getTeam: () => send('GET /member/team/:teamId'),`)).toContain(
    '/** Gives it. @throws RequestError `team-not-found` */ getTeam',
  );
  expect(published(`/**\n * Gives it.\n */\ngetTeam: () => send('GET /member/team/:teamId'),`)).toContain(
    ' * Gives it.\n * @throws RequestError `team-not-found` */\ngetTeam',
  );
  expect(published(`/** Ends it. */ logout: () => send('POST /member/logout'),`)).toContain('/** Ends it. */');
});

test('a window of a provider may be blocked or closed besides', () => {
  const method = `/** Connects. */ connect: () => take(throughPopup('connect', domain, send('POST /member/connect-provider/ticket'))),`;
  expect(published(method)).toMatch(
    /@throws RequestError `recent-login-required`.*`account-connect-failed`.*`popup-blocked`, `popup-closed` \*\//,
  );
});

test('a call that no table has, and refusals named by hand, are faults', () => {
  expect(() => published(`/** Gives it. */ getTeam: () => send('GET /teams'),`)).toThrow(
    'The client sends GET /teams, which no table of calls has.',
  );
  expect(() =>
    published(`/** @throws RequestError \`team-full\` */ getTeam: () => send('GET /member/team/:teamId'),`),
  ).toThrow('client/calls.ts: getTeam names its refusals by hand.');
});

test('no method of the client names refusals by hand', () => {
  const files = globSync('client/*.ts', { cwd: root, exclude: ['**/*.test.ts'] });
  const texts = files.map((file) => withRefusals(file, readFileSync(path.join(root, file), 'utf8')));
  expect(texts.join('').match(/@throws RequestError `/g)?.length).toBeGreaterThan(40);
});

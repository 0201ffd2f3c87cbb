import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { memberCalls } from '../../contract/calls/members.ts';
import { buildPages } from '../lib/build.mjs';
import { runQuietly } from '../lib/children.mjs';
import { cacheFolder, distFolder, nodeModules } from '../lib/project.mjs';

/** A foreign project that has installed the package. */
let project: string;
let installed: string;

beforeAll(async () => {
  mkdirSync(cacheFolder, { recursive: true });
  project = mkdtempSync(path.join(cacheFolder, 'somebody-'));
  await buildPages();
  installed = path.join(project, 'node_modules/@intake/client');
  mkdirSync(installed, { recursive: true });
  execFileSync('tar', [
    '-xzf',
    path.join(distFolder, 'widget/intake-client.tgz'),
    '-C',
    installed,
    '--strip-components=1',
  ]);
});
afterAll(() => rmSync(project, { recursive: true }));

const options = {
  module: 'NodeNext',
  lib: ['ES2022', 'DOM'],
  types: [],
  strict: true,
  noEmit: true,
  exactOptionalPropertyTypes: true,
};

/** @returns the compiler's output for a program of the project */
async function compile(name: string, program: string): Promise<string> {
  const folder = path.join(project, name);
  mkdirSync(folder);
  writeFileSync(path.join(folder, 'package.json'), '{ "type": "module" }');
  writeFileSync(path.join(folder, 'program.ts'), program);
  writeFileSync(
    path.join(folder, 'tsconfig.json'),
    JSON.stringify({ compilerOptions: options, files: ['program.ts'] }),
  );
  const { output } = await runQuietly(process.execPath, [path.join(nodeModules, 'typescript/bin/tsc'), '-p', folder]);
  return output;
}

const program = `
import { createMembership, RequestError, type Member, type Membership } from '@intake/client';
import { useMember } from '@intake/client/react';

const membership: Membership = createMembership({ publicKey: 'pk_sb_demo', domain: 'https://members.example.org' });
export async function greet(): Promise<string> {
  try {
    const { data } = await membership.loginMemberEmailPassword({ email: 'ana@example.org', password: 'lavender-9' });
    const member: Member = data.member;
    await membership.updateMember({ customFields: { newsletter: true } });
    return member.customFields['first-name'] ?? member.auth.email;
  } catch (error) {
    return error instanceof RequestError ? error.code : 'unknown';
  }
}
export const Name = () => useMember(membership)?.auth.email ?? null;
`;

test('a foreign program compiles against the types, one that uses an unknown member does not', async () => {
  const wrong = program.replace('member.auth.email', 'member.auth.emial').replace('customFields: {', 'customField: {');
  const [right, faulty] = await Promise.all([compile('right', program), compile('wrong', wrong)]);
  expect(right).toBe('');
  expect(faulty).toMatch(/customField'[\s\S]*emial'/);
});

test('the types say of a method what its call refuses, as the tables of calls have it', () => {
  const types = readFileSync(path.join(installed, 'types/member-calls.d.ts'), 'utf8');
  const codes = memberCalls['POST /member/profile-image'].refusals.map((code) => `\`${code}\``).join(', ');
  expect(types).toMatch(new RegExp(String.raw`@throws RequestError ${codes} \*/\s+updateMemberProfileImage`));
});

test('the types need nothing but the package itself', () => {
  const files = readdirSync(path.join(installed, 'types'));
  expect(files).toEqual(expect.arrayContaining(['membership.d.ts', 'react.d.ts']));
  for (const file of files) {
    const text = readFileSync(path.join(installed, 'types', file), 'utf8');
    const needed = [...text.matchAll(/(?:from |import\()["']([^"']+)/g)].map((match) => match[1]!);
    expect(needed.filter((each) => !/^\.\/[\w-]+\.js$/.test(each))).toEqual([]);
  }
});

test('each call says what it is for', () => {
  const text = ['account-calls', 'member-calls']
    .map((name) => readFileSync(path.join(installed, `types/${name}.d.ts`), 'utf8'))
    .join('\n');
  expect(text).toMatch(/\/\*\* Ends the session at the service.+\n\s+logout: \(\) =>/);
});

test('on a server (SSR) a client can be created and has no member', async () => {
  const client = await import(path.join(installed, 'client.js'));
  const membership = client.createMembership({ publicKey: 'pk_sb_demo', domain: 'https://members.example.org' });
  expect(membership.knownMember()).toBeNull();
  expect(membership.getMemberCookie()).toBeNull();
});

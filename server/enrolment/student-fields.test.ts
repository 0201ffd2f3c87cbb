import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { studentFields } from '../../contract/student-fields.ts';
import type { Transaction } from '../platform/database/database.ts';
import { readYaml } from '../platform/yaml.ts';
import { enrolmentSite } from './enrolment-site.ts';
import type { Students } from './students.ts';

const readConfig = (file: string) =>
  readYaml(readFileSync(new URL(`../../config/${file}`, import.meta.url), 'utf8')).value;

type Declared = { key: string; label: string } & Record<string, unknown>;
const site = readConfig('sites/enrolment.yaml') as { id: string; fields: Declared[] };

/** The table in the format of the site's file. */
const asDeclared = (table: Record<string, object>) =>
  Object.entries(table).map(([key, facts]) => {
    const { askedIn: _, ...kept } = facts as { askedIn?: string };
    return { key, label: expect.any(String), visibility: 'PRIVATE', ...kept };
  });

test('the site of the portal declares the fields of the table, in its order and with its facts', () => {
  expect(site.id).toBe(enrolmentSite);
  const keysOf = (fields: readonly { key: string }[]) => fields.map(({ key }) => key);
  expect(keysOf(site.fields), 'config/sites/enrolment.yaml and contract/student-fields.ts name other fields').toEqual(
    keysOf(asDeclared(studentFields)),
  );
  expect(site.fields).toEqual(asDeclared(studentFields));
});

test.each([
  ['in the table alone', site.fields.filter(({ key }) => key !== 'commitment')],
  ['in the file alone', [...site.fields, { key: 'undeclared-key', label: 'A label', visibility: 'PRIVATE' }]],
  ['written by somebody else', site.fields.map((each) => ({ ...each, writableBy: 'server' }))],
  ['shown to others', site.fields.map((each) => ({ ...each, visibility: 'PUBLIC' }))],
])('a field %s is found', (_, fields) => {
  expect(fields).not.toEqual(asDeclared(studentFields));
});

test('demonstration students have declared fields only', () => {
  const members = readConfig('demonstration-members.yaml') as { siteId: string; fields?: object }[];
  const keys = members.filter(({ siteId }) => siteId === site.id).flatMap(({ fields }) => Object.keys(fields ?? {}));
  expect(keys).toContain('first-name');
  expect(keys.filter((key) => !(key in studentFields))).toEqual([]);
});

/** Not run: the type check is the test. Every directive fails it where the line under it compiles. */
export async function checkedByTypes(tx: Transaction, students: Students, made: Record<string, string>): Promise<void> {
  const undeclared = { 'undeclared-key': 'Ana' };
  await students.setServerFields(tx, 'mem_1', { stage: '2', 'first-name': 'Ana' });
  // @ts-expect-error an undeclared field
  await students.setServerFields(tx, 'mem_1', { stage: '2', 'undeclared-key': 'Ana' });
  // @ts-expect-error a field that is worked out
  await students.setServerFields(tx, 'mem_1', { 'password-set': 'true' });
  // @ts-expect-error keys of an unknown set
  await students.setServerFields(tx, 'mem_1', made);
  const spread = { stage: '2', ...undeclared };
  // @ts-expect-error an undeclared field that came by a spread
  await students.setServerFields(tx, 'mem_1', spread);
  const member = await students.lockMember(tx, 'mem_1');
  void member.fields['first-name'];
  // @ts-expect-error an undeclared field
  void member.fields['undeclared-key'];
}

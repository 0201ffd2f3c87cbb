import { nearestWord } from '../../../platform/nearest-word.ts';
import { unmarkCell } from '../../../platform/csv.ts';
import type { Site, SiteField } from '../../sites/site.ts';
import { faultAt, type ImportFault } from './import-faults.ts';

/** Columns of a file of members that are the same for every site. */
const fixed = [
  'email',
  'verified',
  'created',
  'plans',
  'permissions',
  'login-redirect',
  'metadata',
  'password-hash',
] as const;
/** Columns that an export has and an import passes over: they are given by this service, or by payments. */
const passedOver = ['id', 'paid-plans'] as const;

/** What a column of a file holds. */
export type MemberColumn = { name: string } & (
  | { holds: (typeof fixed)[number] | (typeof passedOver)[number] }
  | { holds: 'field'; field: SiteField }
);

const fieldPrefix = 'field:';
const standard: readonly string[] = [...fixed, ...passedOver];

/** The columns of an export, in their order. Passwords are in none. */
export const columnsOf = (site: Site): MemberColumn[] => [
  ...(['id', 'email', 'verified', 'created', 'plans', 'paid-plans'] as const).map(fixedColumn),
  ...(['permissions', 'login-redirect', 'metadata'] as const).map(fixedColumn),
  ...site.fields.filter((field) => !field.derivedFrom).map(fieldColumn),
];

const fixedColumn = (holds: (typeof fixed)[number] | (typeof passedOver)[number]): MemberColumn => ({
  name: holds,
  holds,
});

/** A field's column has its key for a name, with a prefix if another column has that name. */
const fieldColumn = (field: SiteField): MemberColumn => ({
  name: standard.includes(field.key) ? `${fieldPrefix}${field.key}` : field.key,
  holds: 'field',
  field,
});

/** The columns that the first row of a file names. @returns faults if it cannot be imported by them */
export function readHeader(
  site: Site,
  cells: readonly string[],
  line: number,
): { columns: MemberColumn[]; faults: ImportFault[] } {
  const faults: ImportFault[] = [];
  const names = cells.map((cell) => (unmarkCell(cell) ?? '').trim());
  const found = names.map((name) => findColumn(site, name));
  // A field's column has two names, so that different texts may name the same one.
  const keys = found.map((column, index) => (column ? standardName(column) : names[index]));
  const columns = names.flatMap((name, index) => {
    const column = found[index];
    if (keys.indexOf(keys[index]) !== index) faults.push(faultAt(line, name, 'duplicate-column'));
    else if (!column) faults.push(separatorFault(names, line) ?? unknownColumn(site, name, line));
    return column ?? [];
  });
  if (!names.includes('email') && faults.length === 0) faults.push(faultAt(line, 'email', 'missing-column'));
  return { columns, faults };
}

/**
 * The same for a file whose columns were named by somebody.
 *
 * @param named what each of them holds; null for one that is passed over
 */
export function readNamedHeader(
  site: Site,
  { cells, line }: { cells: readonly string[]; line: number },
  named: readonly (string | null)[],
): { columns: MemberColumn[]; faults: ImportFault[] } {
  if (cells.length !== named.length) return { columns: [], faults: [faultAt(line, null, 'wrong-number-of-cells')] };
  const { columns, faults } = readHeader(
    site,
    named.filter((name) => name !== null),
    line,
  );
  if (faults.length > 0) return { columns, faults };
  let at = 0;
  return {
    faults,
    columns: named.map((name, index) => ({
      ...(name === null ? fixedColumn('id') : columns[at++]!),
      name: (unmarkCell(cells[index]!) ?? '').trim(),
    })),
  };
}

/** What a column of a file may be said to hold, each with a label. */
export const importTargets = (site: Site): { name: string; label: string }[] => [
  ...fixed.map((name) => ({ name, label: fixedLabels[name] })),
  ...site.fields
    .filter((field) => !field.derivedFrom)
    .map((field) => ({ name: fieldColumn(field).name, label: field.label })),
];

const fixedLabels: Readonly<Record<(typeof fixed)[number], string>> = {
  email: 'E-mail',
  verified: 'Address proved (true or false)',
  created: 'Joined',
  plans: 'Free plans, by id',
  permissions: 'Permissions',
  'login-redirect': 'Page after a log-in',
  metadata: 'Metadata (JSON)',
  'password-hash': 'Password hash of another system',
};

/** What other systems call a column. */
const synonyms: Readonly<Record<string, (typeof fixed)[number]>> = {
  mail: 'email',
  'e mail': 'email',
  'email address': 'email',
  'e mail address': 'email',
  'user email': 'email',
  'email verified': 'verified',
  confirmed: 'verified',
  'created at': 'created',
  'date created': 'created',
  joined: 'created',
  registered: 'created',
  'sign up date': 'created',
  'free plans': 'plans',
  roles: 'permissions',
  'meta data': 'metadata',
  hash: 'password-hash',
  'password hash': 'password-hash',
  'hashed password': 'password-hash',
};

/** What each column probably holds, each thing once; null where nothing is likely. */
export function suggestColumns(site: Site, cells: readonly string[]): (string | null)[] {
  const targets = importTargets(site);
  const spaced = (text: string) =>
    text
      .toLowerCase()
      .replaceAll(/[\s_.-]+/g, ' ')
      .trim();
  const byWords = new Map([
    ...Object.entries(synonyms),
    ...targets.flatMap(({ name, label }) => [
      [spaced(label), name] as const,
      [spaced(name), name] as const,
      [spaced(name.replace(fieldPrefix, '')), name] as const,
    ]),
  ]);
  const found = cells.map((cell) => byWords.get(spaced(unmarkCell(cell) ?? '')) ?? null);
  return found.map((name, index) => (found.indexOf(name) === index ? name : null));
}

const standardName = (column: MemberColumn) =>
  column.holds === 'field' ? `${fieldPrefix}${column.field.key}` : column.holds;

function findColumn(site: Site, name: string): MemberColumn | undefined {
  const holds = [...fixed, ...passedOver].find((each) => each === name);
  if (holds) return { name, holds };
  const key = name.startsWith(fieldPrefix) ? name.slice(fieldPrefix.length) : name;
  const field = site.fields.find((each) => each.key === key);
  return field && { name, holds: 'field', field };
}

/** What is wrong with a first row whose columns are not separated by commas. */
export const separatorFault = ([name = '', ...others]: readonly string[], line: number): ImportFault | undefined =>
  others.length === 0 && /[;\t]/.test(name.trim()) ? faultAt(line, name, 'wrong-separator') : undefined;

function unknownColumn(site: Site, name: string, line: number) {
  const known = [...fixed, ...site.fields.map((field) => fieldColumn(field).name)];
  if (name === '') return faultAt(line, '', 'column-without-name');
  const nearest = nearestWord(name, known);
  return faultAt(line, name, 'unknown-column', nearest ? `Did you mean ${nearest}?` : `There are ${known.join(', ')}.`);
}

import type { Change } from '../sites/change.ts';

type Entries = Readonly<Record<string, unknown>>;

/** Keys that identify an entry of a list. */
const identities = ['id', 'key', 'provider'];
const shownLength = 80;

/**
 * Structural difference of two declarations.
 *
 * @param before any JSON value; undefined for a missing one
 * @returns the changes from one to the other, in the order of `after`
 */
export function compare(before: unknown, after: unknown, path = ''): Change[] {
  if (isSame(before, after)) return [];
  if (before === undefined) return added(after, path);
  if (after === undefined) return [{ kind: 'removed', path, from: show(before) }];
  if (isListOfEntries(before) && isListOfEntries(after)) return compareEntries(before, after, path);
  if (isObject(before) && isObject(after)) return compareKeys(before, after, path);
  return [{ kind: 'changed', path, from: show(before), to: show(after) }];
}

/** One change for each setting with a value. */
function added(value: unknown, path: string): Change[] {
  const parts =
    isListOfEntries(value) && value.every(isObject)
      ? value.map((entry): [string, unknown] => [`${path}[${String(identityOf(entry))}]`, entry])
      : isObject(value)
        ? Object.entries(value).map(([key, inside]): [string, unknown] => [`${path}.${key}`, inside])
        : [];
  const changes = parts.filter(([, part]) => !isNothing(part)).flatMap(([place, part]) => added(part, place));
  return changes.length > 0 ? changes : [{ kind: 'added', path, to: show(value) }];
}

/** Whether a value is null or has only such values. */
const isNothing = (value: unknown): boolean =>
  value === null || (typeof value === 'object' && Object.values(value).every(isNothing));

function compareEntries(before: unknown[], after: unknown[], path: string): Change[] {
  const [old, now] = [byIdentity(before), byIdentity(after)];
  const changes = union(now, old).flatMap((id) => compare(old.get(id), now.get(id), `${path}[${id}]`));
  const order = [...now.keys()].filter((id) => old.has(id));
  const orderBefore = [...old.keys()].filter((id) => now.has(id));
  if (!isSame(order, orderBefore))
    changes.push({ kind: 'changed', path: `order of ${path}`, from: show(orderBefore), to: show(order) });
  return changes;
}

const compareKeys = (before: Entries, after: Entries, path: string) =>
  union(new Map(Object.entries(after)), new Map(Object.entries(before))).flatMap((key) =>
    compare(before[key], after[key], path === '' ? key : `${path}.${key}`),
  );

const union = (one: Map<string, unknown>, other: Map<string, unknown>) => [
  ...new Set([...one.keys(), ...other.keys()]),
];

const isObject = (value: unknown): value is Entries =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The identity of a list's entry: its id, key or provider; a string is its own. */
function identityOf(entry: unknown): unknown {
  if (!isObject(entry)) return entry;
  const name = identities.find((each) => Object.hasOwn(entry, each));
  return name === undefined ? undefined : entry[name];
}

/** Whether each entry has an identity of its own: a channel that is gated by two content groups is listed twice. */
const isListOfEntries = (value: unknown): value is unknown[] =>
  Array.isArray(value) &&
  value.every((entry) => typeof identityOf(entry) === 'string') &&
  new Set(value.map(identityOf)).size === value.length;

const byIdentity = (list: unknown[]) => new Map(list.map((entry) => [String(identityOf(entry)), entry]));

/** Deep equality of JSON values, regardless of the order of keys. */
export const isSame = (one: unknown, other: unknown): boolean => sorted(one) === sorted(other);

const sorted = (value: unknown) =>
  JSON.stringify(value, (_key, inside: unknown) =>
    isObject(inside) ? Object.fromEntries(Object.entries(inside).toSorted(([a], [b]) => (a < b ? -1 : 1))) : inside,
  );

function show(value: unknown): string {
  const text = JSON.stringify(value);
  return text.length <= shownLength ? text : `${text.slice(0, shownLength)}… (${text.length} characters)`;
}

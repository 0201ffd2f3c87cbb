import { isSame } from './setting-paths.ts';

/** Keys that identify an entry of a list, as in the differences that the service lists. */
const identities = ['id', 'key', 'provider'];

interface Merged {
  value: unknown;
  /** Places that both changed in different ways: what this person wrote stands there. */
  both: string[];
}

/**
 * Puts one person's changes on top of what another has saved since (three-way merge).
 *
 * @param base what both began with
 * @param path for the places in `both`
 */
export function mergeSettings(base: unknown, mine: unknown, theirs: unknown, path = ''): Merged {
  if (isSame(base, mine)) return { value: theirs, both: [] };
  if (isSame(base, theirs) || isSame(mine, theirs)) return { value: mine, both: [] };
  const entries = [base, mine, theirs].map(asEntries);
  if (entries.every((each) => each !== undefined)) return mergeLists(entries, path);
  if ([base, mine, theirs].every(isObject)) return mergeObjects(base as Parts, mine as Parts, theirs as Parts, path);
  return { value: mine, both: [path] };
}

type Parts = Record<string, unknown>;
type Entries = Map<string, unknown>;

const isObject = (value: unknown): value is Parts =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A list by what identifies its entries; undefined for one where they have no identity or share one. */
function asEntries(value: unknown): Entries | undefined {
  if (!Array.isArray(value)) return undefined;
  const named = value.map((entry): [unknown, unknown] => [identityOf(entry), entry]);
  const entries = named.every(([name]) => typeof name === 'string') ? new Map(named as [string, unknown][]) : undefined;
  return entries?.size === value.length ? entries : undefined;
}

const identityOf = (entry: unknown): unknown =>
  isObject(entry) ? entry[identities.find((name) => Object.hasOwn(entry, name)) ?? ''] : entry;

function mergeObjects(base: Parts, mine: Parts, theirs: Parts, path: string): Merged {
  const both: string[] = [];
  const value: Parts = {};
  for (const key of new Set([...Object.keys(theirs), ...Object.keys(mine)])) {
    const merged = mergeSettings(base[key], mine[key], theirs[key], path === '' ? key : `${path}.${key}`);
    both.push(...merged.both);
    if (merged.value !== undefined) value[key] = merged.value;
  }
  return { value, both };
}

/** In this person's order, with the entries that the other one added at the end. */
function mergeLists([base, mine, theirs]: Entries[], path: string): Merged {
  const both: string[] = [];
  const value: unknown[] = [];
  for (const name of new Set([...mine!.keys(), ...theirs!.keys()])) {
    const merged = mergeSettings(base!.get(name), mine!.get(name), theirs!.get(name), `${path}[${name}]`);
    both.push(...merged.both);
    if (merged.value !== undefined) value.push(merged.value);
  }
  return { value, both };
}

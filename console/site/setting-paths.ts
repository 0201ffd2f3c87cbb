/** Settings of a site as the console holds them while they are edited: JSON, by the keys of the site's file. */
export type Settings = Readonly<Record<string, unknown>>;
/** Where a value stands: `['plans', 0, 'name']`. */
export type SettingPath = readonly (string | number)[];

/** Marks an entry that was added and is not saved yet. It is no part of the JSON. */
export const unsaved = Symbol('unsaved');

type Inside = Readonly<Record<string | number, unknown>> | undefined;

/** The value at a path; undefined where there is none. */
export const valueAt = (settings: unknown, path: SettingPath): unknown =>
  path.reduce<unknown>((inside, key) => (inside as Inside)?.[key], settings);

/** The settings with another value at a path; undefined takes the key away. */
export function withValue<Whole>(whole: Whole, [key, ...rest]: SettingPath, value: unknown): Whole {
  if (key === undefined) return value as Whole;
  const inside = withValue((whole as Inside)?.[key], rest, value);
  if (typeof key === 'number') return ((whole ?? []) as unknown[]).with(key, inside) as Whole;
  const { [key]: _old, ...others } = (whole ?? {}) as Record<string, unknown>;
  return (inside === undefined ? others : { ...whole, [key]: inside }) as Whole;
}

/** As the service writes it: `plans[0].name`. It is also the name of the field. */
export const writePath = (path: SettingPath): string =>
  path.map((key, at) => (typeof key === 'number' ? `[${key}]` : `${at > 0 ? '.' : ''}${key}`)).join('');

/** Reads what the service wrote; of an entry's id, which a difference names, nothing but that there is one. */
export const patternOf = (path: string): string => path.replaceAll(/\[[^\]]*\]/g, '');

const sorted = (value: unknown) =>
  JSON.stringify(value, (_key, inside: unknown) =>
    typeof inside === 'object' && inside !== null && !Array.isArray(inside)
      ? Object.fromEntries(Object.entries(inside).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : inside,
  );

/** Deep equality, regardless of the order of keys. */
export const isSame = (one: unknown, other: unknown): boolean => sorted(one) === sorted(other);

/** The settings that differ, each as a whole. */
export const changedSections = (before: Settings, now: Settings): Record<string, unknown> =>
  Object.fromEntries(Object.entries(now).filter(([key, value]) => !isSame(before[key], value)));

/** The entries of a list of settings; none where it is missing. */
export const listOf = (settings: Settings, key: string): readonly Record<string, unknown>[] =>
  Array.isArray(settings[key]) ? (settings[key] as Record<string, unknown>[]) : [];

import type { SettingsChange } from '../../contract/console/site-schemas.ts';
import { patternOf, valueAt, type Settings } from './setting-paths.ts';
import { valueWords, wordsOf } from './setting-words.ts';

/** A difference in words, as it is shown before it is saved. */
export interface PlainDifference {
  /** What it is about, from the whole to the part. */
  where: readonly string[];
  kind: SettingsChange['kind'];
  before: string | undefined;
  after: string | undefined;
  /** What follows from it. */
  consequences: readonly string[];
  isGrave: boolean;
}

/**
 * Says a difference in plain words.
 *
 * @param shown the settings before and after, which have the names of entries
 */
export function tellDifference(change: SettingsChange, shown: readonly Settings[]): PlainDifference {
  const { kind, path, from, to, note, members, isGrave } = change;
  const consequences = [
    ...(note === undefined ? [] : [`${note.charAt(0).toUpperCase()}${note.slice(1)}.`]),
    ...(members !== undefined && isGrave
      ? [`${members} ${members === 1 ? 'member has' : 'members have'} this plan now.`]
      : []),
    ...(/^fields\[.*\.visibility$/.test(path) && isGrave
      ? [
          kind === 'added'
            ? 'What members wrote in an earlier field of this key becomes readable at once.'
            : 'What members have written there for themselves becomes readable at once.',
        ]
      : []),
    ...(/^authProviders\[[^\]]+\]$/.test(path) && kind === 'removed'
      ? ['Members who log in with it need another way: a mailed code, or a new password.']
      : []),
    ...(isGrave ? openingOf(path) : []),
  ];
  return {
    where: whereOf(path, shown),
    kind,
    before: sayUnlessNamed(path, from),
    after: sayUnlessNamed(path, to),
    consequences,
    isGrave,
  };
}

/** What a change opens to others. */
function openingOf(path: string): string[] {
  if (path.startsWith('origins')) return ['Pages there may hold sessions of members.'];
  if (path.startsWith('comments.'))
    return ['Others read at once what stands in this channel; without a group, every visitor.'];
  if (path.startsWith('contentGroups['))
    return ['More members read at once what stands in the channels of this group.'];
  if (path.startsWith('webhooks[')) return ['Members’ addresses and fields are sent there.'];
  if (/^authProviders\[[^\]]+\]\./.test(path)) return ['Who runs the provider may open accounts of members.'];
  if (path === 'secondFactor') return ['A password alone opens accounts without a second factor.'];
  return path === 'sessionInAddress' ? ['Sessions of members stand in addresses of pages.'] : [];
}

/** `plans[pln_x].prices[prc_y].amountCents` as "Plan “Crew”", "Price “Monthly”", "Amount". */
function whereOf(path: string, shown: readonly Settings[]): string[] {
  if (path.startsWith('order of ')) return [...whereOf(path.slice('order of '.length), shown), 'Order'];
  const where: string[] = [];
  let at = '';
  for (const [step, key, id] of path.matchAll(/([^.[\]]+)(?:\[([^\]]+)\])?\.?/g)) {
    if (step === '') continue;
    at = at === '' ? key! : `${at}.${key}`;
    const { label } = wordsOf(patternOf(at));
    const isGroup = ['colors', 'rules', 'redirects', 'captcha', 'passwordless'].includes(key!);
    if (id !== undefined) where.push(`${label} “${nameOf(at, id, shown)}”`);
    else if (!isGroup || path.endsWith(key!)) where.push(label);
  }
  return where;
}

/** The name of an entry in one of the settings that are shown; its id, where it has none. */
function nameOf(pattern: string, id: string, shown: readonly Settings[]): string {
  for (const settings of shown) {
    const found = entriesAt(settings, pattern.split('.')).find((entry) =>
      [entry.id, entry.key, entry.provider].includes(id),
    );
    const name = found?.name ?? found?.label;
    if (typeof name === 'string' && name !== '') return name;
  }
  return id;
}

interface Entry {
  id?: unknown;
  key?: unknown;
  provider?: unknown;
  name?: unknown;
  label?: unknown;
}

function entriesAt(whole: unknown, keys: readonly string[]): Entry[] {
  const [key, ...rest] = keys;
  if (key === undefined) return Array.isArray(whole) ? (whole as Entry[]) : [];
  const inside = valueAt(whole, [key]);
  if (rest.length === 0) return entriesAt(inside, rest);
  return Array.isArray(inside) ? inside.flatMap((each) => entriesAt(each, rest)) : entriesAt(inside, rest);
}

/** An entry that is nothing but its name – a blocked word, an origin – is not said a second time. */
function sayUnlessNamed(path: string, json: string | undefined): string | undefined {
  const said = sayValue(path, json);
  return said !== undefined && path.endsWith(`[${said}]`) ? undefined : said;
}

/** A value as the service cut it short, in words. An entry that was cut is told by its name alone. */
function sayValue(path: string, json: string | undefined): string | undefined {
  if (json === undefined) return undefined;
  try {
    return say(patternOf(path), JSON.parse(json));
  } catch {
    // Cut short, so that it is no JSON any more.
    return /^[[{]/.test(json) ? undefined : json;
  }
}

function say(pattern: string, value: unknown): string | undefined {
  if (value === null || value === '') return 'nothing';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'number') return pattern.endsWith('Cents') ? (value / 100).toFixed(2) : String(value);
  if (typeof value === 'string') return valueWords[value] ?? value;
  if (Array.isArray(value)) return value.length === 0 ? 'none' : value.map((each) => sayOf(pattern, each)).join(', ');
  return sayEntry(pattern, value as Record<string, unknown>);
}

/** One of several: an entry by its name, anything else by its value. */
function sayOf(pattern: string, entry: unknown): string {
  const { name, label } = (typeof entry === 'object' && entry !== null ? entry : {}) as Entry;
  const named = name ?? label;
  return typeof named === 'string' ? named : (say(pattern, entry) ?? '');
}

/** What names an entry stands in front of it already. */
const naming = ['id', 'key', 'provider', 'name', 'label'];

/** What stands in an entry, by the words of its form: "State: Offered, Price: Monthly". */
function sayEntry(pattern: string, entry: Record<string, unknown>): string | undefined {
  const told = Object.entries(entry)
    .filter(([key, value]) => !naming.includes(key) && !isNothing(value))
    .map(([key, value]) => {
      const at = `${pattern}.${key}`;
      return `${wordsOf(at).label}: ${say(at, value) ?? ''}`;
    });
  return told.length === 0 ? undefined : told.join(', ');
}

/** What a new entry has nothing in, down to the last of its parts. */
const isNothing = (value: unknown): boolean =>
  value === null ||
  value === '' ||
  value === undefined ||
  (typeof value === 'object' && Object.values(value).every((each) => isNothing(each)));

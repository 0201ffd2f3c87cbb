import type * as z from 'zod/mini';
import { nearestWord } from '../../platform/nearest-word.ts';

/** A fault of a declaration, and its path. */
export interface Fault {
  path: readonly PropertyKey[];
  message: string;
}

/** An invalid declaration, with all its faults. */
export class WrongDeclaration extends Error {
  readonly faults: readonly Fault[];
  constructor(faults: readonly Fault[]) {
    super(faults.map(describeFault).join('\n'));
    this.name = 'WrongDeclaration';
    this.faults = faults;
  }
}

/** `plans[1].prices[0].amountCents: …` */
export const describeFault = ({ path, message }: Fault): string =>
  path.length === 0 ? message : `${writePath(path)}: ${message}`;

/** A path as text: `plans[1].prices[0].amountCents`. */
export const writePath = (path: readonly PropertyKey[]) =>
  path.map((step, at) => (typeof step === 'number' ? `[${step}]` : `${at > 0 ? '.' : ''}${String(step)}`)).join('');

/**
 * Faults of a declaration from the issues of its schema.
 *
 * @param value the validated value: tells a missing setting from a wrong one
 * @param keys all keys of the schema, to suggest the nearest for a typing error
 */
export const toFaults = (issues: readonly z.core.$ZodIssue[], value: unknown, keys: readonly string[]): Fault[] =>
  issues.flatMap((issue) => {
    if (issue.code === 'unrecognized_keys')
      return issue.keys.map((key) => ({ path: [...issue.path, key], message: unknownKey(key, keys) }));
    const inside = issuesInside(issue);
    if (inside) return toFaults(inside, value, keys);
    return [{ path: issue.path, message: sentence(issue, valueAt(value, issue.path)) }];
  });

/** The issues of the alternative of a union that the value belongs to: the one that is wrong in its parts alone. */
function issuesInside(issue: z.core.$ZodIssue): z.core.$ZodIssue[] | undefined {
  if (issue.code !== 'invalid_union' || issue.message !== standardMessage) return undefined;
  const parts = issue.errors.find((branch) => branch.length > 0 && branch.every(({ path }) => path.length > 0));
  return parts?.map((part) => ({ ...part, path: [...issue.path, ...part.path] }));
}

function unknownKey(key: string, keys: readonly string[]): string {
  if (keys.includes(key)) return 'this setting does not belong here';
  const nearest = nearestWord(key, keys);
  return `there is no such setting${nearest === undefined ? '' : `; did you mean ${nearest}?`}`;
}

const valueAt = (value: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>((inside, step) => (inside as Record<PropertyKey, unknown> | null)?.[step], value);

/** The message of zod's issues where the schema has none of its own. */
const standardMessage = 'Invalid input';

/** The fault as a sentence: the schema's own message where it has one. */
function sentence(issue: z.core.$ZodIssue, value: unknown): string {
  if (value === undefined && issue.code !== 'custom') return 'this is missing';
  if (issue.message !== standardMessage) return issue.message;
  if (issue.code === 'invalid_type') return `this is to be ${kinds[issue.expected] ?? issue.expected}`;
  if (issue.code === 'invalid_value') return wrongWord(issue.values.map(String), value);
  if (issue.code === 'too_small')
    return `this is ${issue.inclusive ? 'at least' : 'more than'} ${issue.minimum}${unit(issue, issue.minimum)}`;
  if (issue.code === 'too_big')
    return `this is ${issue.inclusive ? 'at most' : 'less than'} ${issue.maximum}${unit(issue, issue.maximum)}`;
  if (issue.code === 'invalid_union' && 'options' in issue && issue.options)
    return wrongWord(issue.options.map(String), undefined);
  if (issue.code === 'invalid_union' && issue.errors.length > 0)
    return `this is ${issue.errors.flatMap(([first]) => (first ? expectation(first, value) : [])).join(', or ')}`;
  return 'this is not written as it has to be';
}

/** What a union's alternative takes: "a list". */
const expectation = (issue: z.core.$ZodIssue, value: unknown) =>
  sentence(issue, value).replace(/^this is (?:to be )?/, '');

function wrongWord(known: readonly string[], given: unknown): string {
  const expected = `this is ${known.length > 1 ? 'one of ' : ''}${known.join(', ')}`;
  if (typeof given !== 'string') return expected;
  const nearest = nearestWord(given, known);
  return nearest === undefined ? expected : `there is no ${given}; did you mean ${nearest}? T${expected.slice(1)}`;
}

function unit({ origin }: { origin: string }, count: number | bigint): string {
  if (origin === 'string') return ' characters long';
  return origin === 'array' ? ` ${Number(count) === 1 ? 'entry' : 'entries'}` : '';
}

const kinds: Record<string, string> = {
  string: 'a text, in quotes where it looks like something else',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'a group of settings',
  record: 'a group of settings',
};

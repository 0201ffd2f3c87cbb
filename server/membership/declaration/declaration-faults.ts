import type * as z from 'zod/mini';
import { nearestWord } from '../../platform/nearest-word.ts';

/** What is wrong with a declaration, and where. */
export interface Fault {
  path: readonly PropertyKey[];
  message: string;
}

/** A declaration that does not hold, with all that is wrong with it. */
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

export const writePath = (path: readonly PropertyKey[]) =>
  path.map((step, at) => (typeof step === 'number' ? `[${step}]` : `${at > 0 ? '.' : ''}${String(step)}`)).join('');

/**
 * @param issues of the schema
 * @param value what was looked at: tells what is missing from what is wrong
 * @param keys all that the schema knows, to guess what a typing error was meant to be
 */
export const toFaults = (issues: readonly z.core.$ZodIssue[], value: unknown, keys: readonly string[]): Fault[] =>
  issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys'
      ? issue.keys.map((key) => ({ path: [...issue.path, key], message: unknownKey(key, keys) }))
      : [{ path: issue.path, message: sentence(issue, valueAt(value, issue.path)) }],
  );

function unknownKey(key: string, keys: readonly string[]): string {
  if (keys.includes(key)) return 'this setting does not belong here';
  const nearest = nearestWord(key, keys);
  return `there is no such setting${nearest === undefined ? '' : `; did you mean ${nearest}?`}`;
}

const valueAt = (value: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>((inside, step) => (inside as Record<PropertyKey, unknown> | null)?.[step], value);

/** The schema's own words where it has some. */
function sentence(issue: z.core.$ZodIssue, value: unknown): string {
  if (value === undefined && issue.code !== 'custom') return 'this is missing';
  if (issue.message !== 'Invalid input') return issue.message;
  if (issue.code === 'invalid_type') return `this is to be ${kinds[issue.expected] ?? issue.expected}`;
  if (issue.code === 'invalid_value') return `this is one of ${issue.values.map(String).join(', ')}`;
  if (issue.code === 'too_small')
    return `this is ${issue.inclusive ? 'at least' : 'more than'} ${issue.minimum}${unit(issue)}`;
  if (issue.code === 'too_big')
    return `this is ${issue.inclusive ? 'at most' : 'less than'} ${issue.maximum}${unit(issue)}`;
  if (issue.code === 'invalid_union' && 'options' in issue && issue.options)
    return `this is one of ${issue.options.map(String).join(', ')}`;
  return 'this is not written as it has to be';
}

const unit = ({ origin }: { origin: string }) => ({ string: ' characters long', array: ' entries' })[origin] ?? '';

const kinds: Record<string, string> = {
  string: 'a text, in quotes where it looks like something else',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'a group of settings',
  record: 'a group of settings',
};

import type { Keys } from '../keys.ts';

declare const isReference: unique symbol;
declare const isAccount: unique symbol;

/** A validated internal id, a branded type, so that no free text is logged. Made by {@link ref}. */
export type Reference = string & { readonly [isReference]: true };
/** An address at a site as a keyed hash. Made by {@link accountRef}. */
export type AccountReference = string & { readonly [isAccount]: true };

/** Field types: an enumeration, an id, or an address as a keyed hash. No free text. */
export type FieldKind = readonly string[] | 'id' | 'account';

/** One row of the table, the source for code, log, metrics and documentation. */
export interface EventDefinition {
  /** Sentence that says when it is logged. */
  about: string;
  /** Outcomes with their meaning. */
  outcomes: Readonly<Record<string, string>>;
  /** Outcomes at level `info`; all others are warnings. */
  expected?: readonly string[];
  /** Fields beside the common ones. */
  fields: Readonly<Record<string, FieldKind>>;
  /** The operator's response. */
  whatToDo: string;
  /** Threshold of these outcomes, per site and process, that raises an alarm. */
  alarm?: { outcomes: readonly string[]; count: number; minutes: number };
}

/** Declares the events, as literals, so that the types of their fields follow from them. */
export const defineEvents = <const Table extends Readonly<Record<string, EventDefinition>>>(events: Table): Table =>
  events;

type ValueOf<Kind> = Kind extends readonly string[]
  ? Kind[number]
  : Kind extends 'account'
    ? AccountReference
    : Reference;

/** The facts of one event: outcome and declared fields. Enumerations are required, ids optional. */
export type FactsOf<Row extends EventDefinition> = { outcome: keyof Row['outcomes'] } & {
  [Field in keyof Row['fields'] as Row['fields'][Field] extends readonly string[] ? Field : never]: ValueOf<
    Row['fields'][Field]
  >;
} & {
  [Field in keyof Row['fields'] as Row['fields'][Field] extends readonly string[] ? never : Field]?:
    | ValueOf<Row['fields'][Field]>
    | undefined;
};

/** Ids of ours, names of limits, commands and providers: a letter, then letters, digits, `_`, `-`, `.` or `:`. */
const idPattern = /^[a-z][\w.:-]{0,63}$/i;

/** Makes a reference of an id. What does not look like one becomes `not-an-id`, so that no text is logged in its place. */
export const ref = (id: string): Reference => (idPattern.test(id) ? id : 'not-an-id') as Reference;

/** Hexadecimal digits of the hash: 96 bits, so that collisions do not occur. */
const accountDigits = 24;

/**
 * Pseudonymizes an address at a site by a keyed hash: events about one account can be correlated, even if it does not
 * exist, without personal data in the log (OWASP Logging Cheat Sheet, data to exclude).
 *
 * @param email in its canonical form
 */
export const accountRef = (keys: Pick<Keys, 'sign'>, siteId: string, email: string): AccountReference =>
  keys.sign('security-log-account', `${siteId}\0${email}`).toString('hex').slice(0, accountDigits) as AccountReference;

/** The same where a request may name no address. */
export const accountIfNamed = (
  keys: Pick<Keys, 'sign'>,
  siteId: string,
  email: string | undefined,
): AccountReference | undefined => (email === undefined ? undefined : accountRef(keys, siteId, email));

import type { Keys } from '../keys.ts';

declare const isReference: unique symbol;
declare const isAccount: unique symbol;

/** The id of something of ours, checked to be one: no text of a person fits. Made by {@link ref}. */
export type Reference = string & { readonly [isReference]: true };
/** An address at a site as a keyed hash. Made by {@link accountRef}. */
export type AccountReference = string & { readonly [isAccount]: true };

/** What a field may hold: one of some words, an id, or an address as a keyed hash. Nothing else can be declared. */
export type FieldKind = readonly string[] | 'id' | 'account';

/** One row of the table: everything that code, log, metrics and documentation say of an event. */
export interface EventDefinition {
  /** When it is logged, as a sentence. */
  about: string;
  /** How it may end, each with what that means. */
  outcomes: Readonly<Record<string, string>>;
  /** Outcomes at level `info`; all others are warnings. */
  expected?: readonly string[];
  /** Beside those that every event has. */
  fields: Readonly<Record<string, FieldKind>>;
  /** What an operator does about it. */
  whatToDo: string;
  /** More of these outcomes at one site, seen by one process, raise an alarm. */
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

/** What is said of one event: its outcome and declared fields. Words are always said, ids where they are known. */
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

/** Of the hash; 96 bits, so that two addresses of a log never share one. */
const accountDigits = 24;

/**
 * An address at a site as a keyed hash: events about one account can be counted together, also where there is none, and
 * the log names nobody to whoever has not the server's secret (OWASP Logging Cheat Sheet, data to exclude).
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

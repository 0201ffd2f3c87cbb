import type { ErrorCode } from '../../../../contract/errors.ts';
import { hashBounds } from '../../../platform/password-schemes.ts';
import { CsvFault } from '../../../platform/csv.ts';
import type { Refusal } from '../../../platform/refusal.ts';

/** Faults that only a file of members can have, in sentences that say what to do. */
const sentences = {
  'empty-file': 'The file is empty. Its first row names the columns; email is one of them.',
  'column-without-name': 'A column has no name. Name it or take it out.',
  'duplicate-column': 'A column before holds the same. Take one of them out.',
  'missing-column': 'There is no column email.',
  'unknown-column': 'The site has no such column.',
  'wrong-separator': 'Columns are separated by commas. Save the file as "CSV UTF-8 (comma delimited)".',
  'wrong-number-of-cells': 'This row has more or fewer cells than the first one. Quote cells that contain a comma.',
  'duplicate-address': 'A row before has the same address. Keep one of them.',
  'not-true-or-false': 'The cell is true or false.',
  'not-a-date': 'A moment is written 2026-01-31 or 2026-01-31T23:59:59Z, and lies in the past.',
  'not-metadata':
    'Metadata is a JSON object, such as {"source":"fair"}, with each key once and without characters that cannot be stored, such as \\u0000.',
  'unknown-kind':
    'This is no argon2, bcrypt, scrypt or PBKDF2 hash that a log-in can verify. Leave the cell empty: the member sets a password by mail.',
  'too-costly': `A log-in with this hash takes too much work. At most: argon2 ${hashBounds.argon2.memoryKib / 1_024} MiB and ${hashBounds.argon2.kibTimesPasses / 1_024} MiB times passes, bcrypt ${hashBounds.bcrypt.cost}, scrypt N × r × p of 2^${Math.log2(hashBounds.scrypt.work)}, PBKDF2 ${hashBounds.pbkdf2.rounds} rounds. Leave the cell empty: the member sets a password by mail.`,
  'too-short':
    'Salt or hash have too few bytes, or too many. Leave the cell empty: the member sets a password by mail.',
  'tells-who-has-an-account':
    'With privateSignup the time of a log-in must not tell who has an account, and with this hash it would. Leave the cell empty: the member sets a password by mail.',
} as const;

type OwnCode = keyof typeof sentences;

/** What is wrong in a file of members, and where. */
export interface ImportFault {
  /** From 1. */
  line: number;
  /** The column's name; null for the whole row. */
  column: string | null;
  code: OwnCode | ErrorCode | CsvFault['code'];
  /** A sentence that says what to do. It never holds a value of the file. */
  message: string;
}

/** @param more a sentence to add */
export const faultAt = (line: number, column: string | null, code: OwnCode, more?: string): ImportFault => ({
  line,
  column,
  code,
  message: more === undefined ? sentences[code] : `${sentences[code]} ${more}`,
});

/** A refusal of the rules for members, or the end of what can be read, as a fault. */
export const toFault = (refusal: Refusal | CsvFault, line: number, column: string | null = null): ImportFault => ({
  line: refusal instanceof CsvFault ? refusal.line : line,
  column,
  code: refusal.code,
  message: refusal.message,
});

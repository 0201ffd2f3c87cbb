import { createHash } from 'node:crypto';
import {
  secondFactorsPerStaff,
  staffSignInsPerAccount,
  wrongStaffFactorsInARow,
  wrongStaffPasswordsInARow,
} from '../../../contract/console/sign-in.ts';
import type { LimitRule } from '../../../contract/call.ts';
import { transaction, type Transaction } from '../../platform/database/database.ts';
import { letRunOut, withoutAccountSeconds, type Count } from '../../platform/http/limits.ts';
import { Refusal } from '../../platform/refusal.ts';
import { mailGuesses } from '../mails.ts';
import { findPerson } from '../people/people.ts';
import type { StaffServices } from '../services.ts';

/** Mails about used-up tries to one person: at most one a day. */
const guessMailsPerStaff: LimitRule = { name: 'staff-guess-mail', per: 'staff', points: 1, seconds: 24 * 60 * 60 };

/** What a password is tried for. */
export interface PasswordTry {
  email: string;
  /** From a browser that has signed in before: counted apart, so that guessing by others does not lock the person out. */
  isKnown: boolean;
  hasAccount: boolean;
}

/** Counts a password before it is checked (race). @throws Refusal too-many-requests */
export async function takePasswordTry({ limits }: StaffServices, tried: PasswordTry): Promise<void> {
  const key = passwordKey(tried);
  await limits.take(staffSignInsPerAccount, key);
  await takeInARow(
    limits,
    inARow(tried),
    key,
    'Too many wrong passwords. Please use a passkey, or ask an owner to reset your access.',
  );
}

/** A password that was not checked, since the server is busy, does not count. */
export async function giveBackPasswordTry({ limits }: StaffServices, tried: PasswordTry): Promise<void> {
  const key = passwordKey(tried);
  await limits.giveBack(staffSignInsPerAccount, key);
  await limits.giveBack(inARow(tried), key);
}

/**
 * Begins the counts anew after a right password, both rows: that of others would shut the person out for good as soon
 * as their browser is not known any more (decision 0115).
 *
 * @param refunded a count of which one try is given back
 */
export const forgivePasswordTries = ({ limits }: StaffServices, tried: PasswordTry, refunded: Count): Promise<void> =>
  limits.reset([[staffSignInsPerAccount, passwordKey(tried)], ...rowsOf(tried.email)], refunded);

/** Begins the rows of wrong passwords anew for a new one: guesses at the former one say nothing about it. */
export const forgiveFormerPassword = ({ limits }: StaffServices, email: string): Promise<void> =>
  limits.reset(rowsOf(email));

/** The rows of wrong passwords from known browsers and from others. */
const rowsOf = (email: string): Count[] =>
  [true, false].map((isKnown): Count => [wrongStaffPasswordsInARow, passwordKey({ email, isKnown })]);

/**
 * The key of rate limits for passwords of an account. The suffix of known browsers stands behind the hash: what is hashed
 * is whatever was typed as an address, so that a prefix in it could be typed too.
 */
export const passwordKey = ({ email, isKnown }: Pick<PasswordTry, 'email' | 'isKnown'>): string =>
  accountKey(email) + (isKnown ? '.known' : '');

/**
 * Counts a second factor before it is checked (race): over all sign-ins, since a right password begins as many as an attacker
 * likes. A passkey cannot be guessed, so it is not counted in the row. The person is mailed when none is left:
 * who got that far knows the password, or has the session.
 *
 * @throws Refusal too-many-requests
 */
export async function takeFactorTry(services: StaffServices, staffId: string, isCode: boolean): Promise<void> {
  const { limits } = services;
  try {
    await limits.take(secondFactorsPerStaff, staffId);
    const text = 'Too many wrong codes. Please use a passkey, or ask an owner to reset your access.';
    if (isCode) await takeInARow(limits, wrongStaffFactorsInARow, staffId, text);
  } catch (error) {
    if (error instanceof Refusal) await tellOfGuesses(services, staffId);
    throw error;
  }
}

/**
 * The refusal of a wrong code. The person is mailed at the last one of ten minutes or of the row already: an attacker
 * may never send the one that is refused.
 */
export async function refusalOfCode(services: StaffServices, staffId: string): Promise<Refusal> {
  for (const rule of [secondFactorsPerStaff, wrongStaffFactorsInARow])
    if ((await services.limits.used(rule, staffId)) >= rule.points) await tellOfGuesses(services, staffId);
  return new Refusal('invalid-second-factor-code');
}

/** A code that was not checked, since the server is busy, does not count. */
export async function giveBackFactorTry({ limits }: StaffServices, staffId: string, isCode: boolean): Promise<void> {
  await limits.giveBack(secondFactorsPerStaff, staffId);
  if (isCode) await limits.giveBack(wrongStaffFactorsInARow, staffId);
}

/** Begins the counts anew after a right factor. A passkey does not begin the row of codes anew. */
export const forgiveFactorTries = (
  { limits }: StaffServices,
  staffId: string,
  { isCode, refunded }: { isCode: boolean; refunded?: Count },
): Promise<void> =>
  limits.reset(
    (isCode ? [secondFactorsPerStaff, wrongStaffFactorsInARow] : [secondFactorsPerStaff]).map((rule) => [
      rule,
      staffId,
    ]),
    refunded,
  );

/** Begins every count of a person anew, who has begun with a new password and factor. */
export const forgiveAllTries = (
  { limits }: StaffServices,
  { id, email }: { id: string; email: string },
): Promise<void> =>
  limits.reset([
    [secondFactorsPerStaff, id],
    [wrongStaffFactorsInARow, id],
    ...rowsOf(email).flatMap(([row, key]): Count[] => [
      [row, key],
      [staffSignInsPerAccount, key],
    ]),
  ]);

/** Lets the rows of a person who is removed run out. */
export const letRowsRunOut = (tx: Transaction, { id, email }: { id: string; email: string }): Promise<void> =>
  letRunOut(tx, [[wrongStaffFactorsInARow, id], ...rowsOf(email)]);

const inARow = ({ hasAccount }: PasswordTry): LimitRule =>
  hasAccount ? wrongStaffPasswordsInARow : { ...wrongStaffPasswordsInARow, seconds: withoutAccountSeconds };

async function takeInARow(
  limits: StaffServices['limits'],
  rule: LimitRule,
  key: string,
  message: string,
): Promise<void> {
  try {
    await limits.take(rule, key);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    // Without a time: of an account it never ends, and of none it answers the same.
    throw new Refusal('too-many-requests', { message, limit: rule.name });
  }
}

async function tellOfGuesses(services: StaffServices, staffId: string): Promise<void> {
  const { db, limits } = services;
  try {
    await limits.take(guessMailsPerStaff, staffId);
  } catch (error) {
    if (error instanceof Refusal) return;
    throw error;
  }
  await transaction(db, async (tx) => {
    const person = await findPerson(tx, staffId);
    if (person) await mailGuesses(services, tx, person.email);
  });
}

/** Of fixed length, and the same with and without an account. */
const accountKey = (email: string): string => createHash('sha256').update(`staff\0${email}`).digest('base64url');

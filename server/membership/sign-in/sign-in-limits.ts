import { createHash } from 'node:crypto';
import { forgivenSecondFactors, wrongSecondFactorsInARow } from '../../../contract/calls/second-factor.ts';
import { wrongOldPasswordsInARow } from '../../../contract/calls/credentials.ts';
import type { Transaction } from '../../platform/database/database.ts';
import {
  declareLimit,
  letRunOut,
  withoutAccountSeconds,
  type Count,
  type LimitRule,
  type RateLimits,
} from '../../platform/http/limits.ts';
import { Refusal } from '../../platform/refusal.ts';

/**
 * Limits of attempts that are not counted per call; the limits of calls stand in `contract/calls/`. They slow brute
 * force; running sessions and other ways to log in keep working.
 */

const minutes = (count: number) => count * 60;

/**
 * Consecutive wrong passwords, without expiry (the ceiling of NIST SP 800-63B). Then no password is
 * tried but from known devices, until one of these logs in or a reset or mailed code proves the mailbox. Passkeys and
 * providers go on.
 */
export const wrongPasswordsInARow = declareLimit({ name: 'wrong-password', per: 'account', points: 100, seconds: 0 });
/** Passwords tried at one link of a private sign-up. */
export const finishesPerSignUp = declareLimit({
  name: 'finish-sign-up',
  per: 'sign-up',
  points: 10,
  seconds: minutes(10),
});
/** Wrong blind guesses over all clients of a site: more than typing errors explain. */
export const blindGuessesPerSite = declareLimit({
  name: 'blind-guess-site',
  per: 'site',
  points: 200,
  seconds: minutes(10),
});
/** Interval of the alarm about it. */
export const blindGuessAlarm: LimitRule = { name: 'blind-guess-alarm', per: 'site', points: 1, seconds: minutes(10) };
/** Consecutive wrong guesses at codes, without expiry; then codes are replaced by a link with a long token. */
export const wrongGuessesPerAccount = declareLimit({ name: 'wrong-guess', per: 'account', points: 100, seconds: 0 });

/** The key an account is counted under: of fixed length, and the same with and without an account. */
export const accountKey = (siteId: string, email: string): string =>
  createHash('sha256').update(`${siteId}\0${email}`).digest('base64url');

/** The key for attempts from known devices, so that other attempts cannot use them up. */
export const knownDeviceKey = (account: string): string => `${account}.known`;

/**
 * Counts a wrong attempt under a rule without expiry. For an address without an account the count expires after four
 * weeks: addresses are unbounded input.
 */
export async function countWrong(
  limits: RateLimits,
  rule: LimitRule,
  key: string,
  { hasAccount }: { hasAccount: boolean },
): Promise<void> {
  await tryTake(limits, hasAccount ? rule : { ...rule, seconds: withoutAccountSeconds }, key);
}

/** Lets the failures in a row of members that are deleted, and of addresses that members leave, run out. */
export const letFailuresRunOut = (
  tx: Transaction,
  siteId: string,
  { memberIds = [], addresses }: { memberIds?: readonly string[]; addresses: readonly string[] },
): Promise<void> =>
  letRunOut(tx, [
    ...memberIds.map((id): Count => [wrongOldPasswordsInARow, id]),
    ...addresses.map((email) => accountKey(siteId, email)).flatMap(failuresOf),
  ]);

const failuresOf = (account: string): Count[] => [
  [wrongPasswordsInARow, account],
  [wrongPasswordsInARow, knownDeviceKey(account)],
  [wrongGuessesPerAccount, account],
  [wrongGuessesPerAccount, knownDeviceKey(account)],
  [wrongSecondFactorsInARow, account],
  [forgivenSecondFactors, account],
];

/** Takes an attempt without a refusal. @returns whether the limit allowed it */
export async function tryTake(limits: RateLimits, rule: LimitRule, key: string): Promise<boolean> {
  try {
    await limits.take(rule, key);
    return true;
  } catch (error) {
    if (error instanceof Refusal) return false;
    throw error;
  }
}

import { createHash } from 'node:crypto';
import type { LimitRule, RateLimits } from '../../platform/http/limits.ts';
import { Refusal } from '../../platform/refusal.ts';

/**
 * How often may be tried what is no call by itself; rules that calls count against stand in `contract/calls/`. They slow
 * guessing; running sessions and the other ways in keep working.
 */

const minutes = (count: number) => count * 60;

/**
 * Wrong passwords without a right one in between, for ever (the ceiling of NIST 800-63B). Then only the mailbox opens
 * the account: a reset or a mailed code, which start the count anew.
 */
export const wrongPasswordsInARow: LimitRule = { name: 'wrong-password', per: 'account', points: 100, seconds: 0 };
export const finishesPerSignUp: LimitRule = {
  name: 'finish-sign-up',
  per: 'sign-up',
  points: 10,
  seconds: minutes(10),
};
/** Wrong ones over all clients of a site: more than people make who type a code of theirs. */
export const blindGuessesPerSite: LimitRule = {
  name: 'blind-guess-site',
  per: 'site',
  points: 200,
  seconds: minutes(10),
};
/** The alarm about it sounds once in so long. */
export const blindGuessAlarm: LimitRule = { name: 'blind-guess-alarm', per: 'site', points: 1, seconds: minutes(10) };
/** Wrong guesses at codes without a right one in between, for ever; then codes stop and a long link is mailed. */
export const wrongGuessesPerAccount: LimitRule = { name: 'wrong-guess', per: 'account', points: 100, seconds: 0 };

/** What an account counts under: short whatever the address, and the same whether it has an account or not. */
export const accountKey = (siteId: string, email: string): string =>
  createHash('sha256').update(`${siteId}\0${email}`).digest('base64url');

/** What the tries count under that come from devices of the account itself, so that strangers cannot use them up. */
export const knownDeviceKey = (account: string): string => `${account}.known`;

/**
 * Counts a wrong try under a rule without an end. Anybody can name any address, so for one without an account the
 * count ends after some weeks, whatever there is to be found at it by then.
 */
export async function countWrong(
  limits: RateLimits,
  rule: LimitRule,
  key: string,
  { hasAccount }: { hasAccount: boolean },
): Promise<void> {
  await tryTake(limits, hasAccount ? rule : { ...rule, seconds: minutes(28 * 24 * 60) }, key);
}

/** @returns whether there was something left to take */
export async function tryTake(limits: RateLimits, rule: LimitRule, key: string): Promise<boolean> {
  try {
    await limits.take(rule, key);
    return true;
  } catch (error) {
    if (error instanceof Refusal) return false;
    throw error;
  }
}

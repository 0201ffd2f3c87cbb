import { keptDays } from '../../shared/retention.ts';
import type { Clock } from './clock.ts';
import type { Keys } from './keys.ts';
import { secondsPerDay } from './retention.ts';

/**
 * Values of device cookies, which say that a browser has signed in to an account before. The moment is signed with them: a
 * browser deletes its cookie in time, and a thief does not delete a copy (decision 0109).
 */
interface Signing {
  keys: Keys;
  clock: Clock;
}

/** How long a browser counts as known after a sign-in. */
export const deviceSeconds = keptDays.knownDevice * secondsPerDay;

const secondsOf = (clock: Clock) => Math.floor(clock.now().getTime() / 1_000);
const dated = (text: string, issuedAt: string) => `${text}\0${issuedAt}`;

/** Signs a value. @param text about the account: what voids the cookie by becoming another one */
export function signDevice({ keys, clock }: Signing, purpose: string, text: string): string {
  const issuedAt = String(secondsOf(clock));
  return `${issuedAt}.${keys.sign(purpose, dated(text, issuedAt)).toString('base64url')}`;
}

/** Whether a value was signed for the text, and not too long ago. */
export function isDevice({ keys, clock }: Signing, purpose: string, text: string, shown: string): boolean {
  const [issuedAt = '', mac = ''] = shown.split('.');
  const isRight = keys.matches(purpose, dated(text, issuedAt), Buffer.from(mac, 'base64url'));
  return isRight && secondsOf(clock) - Number(issuedAt) < deviceSeconds;
}

import { limits } from '../../../../contract/limits.ts';
import { isBreached } from '../../../platform/breached-passwords/breached-passwords.ts';
import { Refusal } from '../../../platform/refusal.ts';
import type { Site } from '../../sites/site.ts';
import { isMadeOf, listContextWords } from './context-words.ts';

/** Characters as people count them. */
const lengthOf = (password: string) => Array.from(password).length;

/** Whether a text could be somebody's password at all; what is longer is never hashed. */
export const isHashable = (password: string): boolean =>
  password.length <= 2 * limits.passwordMaxLength &&
  lengthOf(password) <= limits.passwordMaxLength &&
  password.isWellFormed();

/**
 * The rules for a new password, the same on every path. It is taken as typed: nothing is cut, trimmed or folded.
 *
 * @param whose the address and the site it is for: the password may not be made of their words, and the site says how
 *   long it has to be
 * @throws Refusal invalid-password-too-short, -too-long or -too-common
 */
export function requireGoodPassword(password: string, whose: { email: string; site: Site }): void {
  const { email, site } = whose;
  // Through a form too, so that no password is set that a log-in could not send.
  if (!password.isWellFormed() || password.includes('\0')) throw new Refusal('invalid-request');
  if (password.length > 2 * limits.passwordMaxLength || lengthOf(password) > limits.passwordMaxLength)
    throw new Refusal('invalid-password-too-long');
  if (lengthOf(password) < site.passwordMinLength)
    throw new Refusal('invalid-password-too-short', {
      message: `Password must be at least ${site.passwordMinLength} characters`,
    });
  const ofAddress = [email, email.split('@')[0]];
  if (
    ofAddress.includes(password.toLowerCase()) ||
    isBreached(password) ||
    isMadeOf(listContextWords({ email, site }), password)
  )
    throw new Refusal('invalid-password-too-common');
}

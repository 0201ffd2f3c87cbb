import { limits } from '../../../../contract/limits.ts';
import { isBreached } from '../../../platform/breached-passwords/breached-passwords.ts';
import { Refusal } from '../../../platform/refusal.ts';
import type { Site } from '../../sites/site.ts';
import { isMadeOf, listContextWords } from './context-words.ts';

/** The account that a password is chosen for. */
export interface PasswordOwner {
  email: string;
  site: Pick<Site, 'name' | 'passwordMinLength' | 'passwordWords'>;
}

/** Length in Unicode code points, not UTF-16 units. */
const lengthOf = (password: string) => Array.from(password).length;

/** Whether a text may be a password; a longer one is not hashed (denial of service). */
export const isHashable = (password: string): boolean =>
  password.length <= 2 * limits.passwordMaxLength &&
  lengthOf(password) <= limits.passwordMaxLength &&
  password.isWellFormed();

/**
 * Checks a new password, by the same rules on every path. It is used as typed: not truncated, trimmed or folded.
 *
 * @param whose address and site of the account: the password may not consist of their words, and the site declares the
 *   minimum length
 * @throws Refusal invalid-password-too-short, -too-long or -too-common
 */
export function requireGoodPassword(password: string, whose: PasswordOwner): void {
  const { email, site } = whose;
  // Characters that JSON log-ins refuse are refused in forms too, so that every password can log in.
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

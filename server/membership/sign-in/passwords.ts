import { dictionary } from '@zxcvbn-ts/language-common';
import { limits } from '../../../contract/limits.ts';
import { Refusal } from '../../platform/refusal.ts';

/** The common and leaked passwords that our shortest length would let through. */
const commonPasswords = new Set(
  dictionary['passwords-common']
    .filter((word) => word.length >= limits.passwordMinLength)
    .map((word) => word.toLowerCase()),
);

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
 * @param whose the address and the site it is for, neither of which may be the password
 * @throws Refusal invalid-password-too-short, -too-long or -too-common
 */
export function requireGoodPassword(password: string, whose: { email: string; siteName: string }): void {
  // Through a form too, so that no password is set that a log-in could not send.
  if (!password.isWellFormed() || password.includes('\0')) throw new Refusal('invalid-request');
  if (password.length > 2 * limits.passwordMaxLength || lengthOf(password) > limits.passwordMaxLength)
    throw new Refusal('invalid-password-too-long');
  if (lengthOf(password) < limits.passwordMinLength) throw new Refusal('invalid-password-too-short');
  const folded = password.toLowerCase();
  const [localPart = ''] = whose.email.split('@');
  const obvious = [
    whose.email,
    localPart,
    whose.siteName.toLowerCase(),
    whose.siteName.toLowerCase().replaceAll(' ', ''),
  ];
  if (obvious.includes(folded) || commonPasswords.has(folded)) throw new Refusal('invalid-password-too-common');
}

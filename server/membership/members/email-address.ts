import { limits } from '../../../contract/limits.ts';
import { Refusal } from '../../platform/refusal.ts';

const localPart = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/;
const domain = /^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]([a-z0-9-]{0,61}[a-z0-9])$/;
const localPartMaxLength = 64;

/**
 * The canonical form of an address, in which it is stored and compared, so that two spellings are one account.
 * Nothing is trimmed and only ASCII is accepted: homoglyphs and a second address in the text are refused.
 *
 * @throws Refusal invalid-email
 */
export function parseEmail(text: string): string {
  // Before lower-casing, which maps some non-ASCII letters to ASCII (U+212A, the Kelvin sign, to k).
  const isPlain = text.length <= limits.emailMaxLength && /^[\x21-\x7e]+$/.test(text);
  const email = isPlain ? text.toLowerCase() : '';
  const at = email.lastIndexOf('@');
  const [before, after] = [email.slice(0, Math.max(at, 0)), email.slice(at + 1)];
  if (before.length > localPartMaxLength || !localPart.test(before) || !domain.test(after))
    throw new Refusal('invalid-email');
  return email;
}

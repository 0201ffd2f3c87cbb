import { limits } from '../contract/limits.ts';
import { asciiDigits } from '../shared/ascii-digits.ts';

/** What a code field keeps of what was typed or pasted: "123 456" becomes "123456". */
export function codeDigits(text: string): string {
  return asciiDigits(text).replace(/\D/g, '').slice(0, limits.codeLength);
}

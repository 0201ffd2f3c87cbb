import { asciiDigits } from '../../shared/ascii-digits.ts';

const number = /^-?(?:\d+|\d{1,3}(?:,\d{3})+|\d{1,3}(?: \d{3})+)(?:\.\d{1,2})?$/;

/**
 * A number as people type it, with two decimals at most: "1200", "1,200.50", "1 200", "12,5".
 *
 * @returns undefined for what is none, and for "1.200": to some a thousand and two hundred, to others less than two
 */
export function readNumber(typed: string): number | undefined {
  const text = asciiDigits(typed).trim().replaceAll(/\s/g, ' ');
  // A comma before one or two last digits is a decimal one; before three it parts the thousands.
  const plain = text.replace(/^([^,]*),(\d{1,2})$/, '$1.$2');
  return number.test(plain) ? Number(plain.replaceAll(/[ ,]/g, '')) : undefined;
}

/** "1,250.50" in cents. @returns undefined for what is no number */
export function readCents(typed: string): number | undefined {
  const amount = readNumber(typed);
  return amount === undefined ? undefined : Math.round(amount * 100);
}

/** Whether a text is a whole number within bounds. */
export function isCount(typed: string | undefined, least: number, most: number): boolean {
  const count = readNumber(typed ?? '');
  return Number.isInteger(count) && count! >= least && count! <= most;
}

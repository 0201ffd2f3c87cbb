/**
 * What a card form accepts. The page and the server both use these rules, so they are plain JavaScript.
 */

/** Test cards whose numbers are no real ones, so their check digit is wrong. */
const withoutCheckDigit = ['4000002500001002'];

const brands = [
  { name: 'amex', label: 'American Express', pattern: /^3[47]/, lengths: [15], groups: [4, 6, 5], cvc: 4 },
  { name: 'mastercard', label: 'Mastercard', pattern: /^(5[1-5]|2[2-7])/, lengths: [16], groups: [4, 4, 4, 4], cvc: 3 },
  { name: 'visa', label: 'Visa', pattern: /^4/, lengths: [13, 16, 19], groups: [4, 4, 4, 4, 3], cvc: 3 },
];
const unknownBrand = { name: 'unknown', label: '', lengths: [16], groups: [4, 4, 4, 4, 3], cvc: 3 };

export const digitsOf = (text) => text.replace(/\D/g, '');

export const brandOf = (number) => brands.find((brand) => brand.pattern.test(number)) ?? unknownBrand;

export const labelOfBrand = (name) => brands.find((brand) => brand.name === name)?.label ?? 'Card';

/** "4242424242424242" becomes "4242 4242 4242 4242", an unfinished number as far as it goes. */
export function groupNumber(text) {
  const digits = digitsOf(text).slice(0, 19);
  let from = 0;
  const groups = brandOf(digits).groups.map((length) => digits.slice(from, (from += length)));
  return groups.filter((group) => group !== '').join(' ');
}

/** "1" stays, "5" becomes "05 / ", "1234" becomes "12 / 34". */
export function groupExpiry(text) {
  const raw = digitsOf(text).slice(0, 4);
  const digits = /^[2-9]/.test(raw) ? `0${raw}`.slice(0, 4) : raw;
  return digits.length > 2 ? `${digits.slice(0, 2)} / ${digits.slice(2)}` : digits;
}

export function passesLuhn(number) {
  const sum = [...number].toReversed().reduce((total, digit, place) => {
    const value = Number(digit) * (place % 2 === 1 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}

/** The last month the card may be used in, or undefined when the text is no date. */
export function readExpiry(text) {
  const [, month, year] = /^(0[1-9]|1[0-2])(\d\d)$/.exec(digitsOf(text)) ?? [];
  return month === undefined ? undefined : { month: Number(month), year: 2000 + Number(year) };
}

function numberFault(number) {
  if (number === '') return 'Enter your card number.';
  if (!brandOf(number).lengths.includes(number.length)) return 'Your card number is incomplete.';
  if (!passesLuhn(number) && !withoutCheckDigit.includes(number)) return 'Your card number is invalid.';
  return undefined;
}

function expiryFault(text, today) {
  if (digitsOf(text) === '') return 'Enter the expiry date.';
  if (digitsOf(text).length < 4) return 'Your card’s expiry date is incomplete.';
  const expiry = readExpiry(text);
  if (!expiry) return 'Your card’s expiry date is invalid.';
  const isPast = expiry.year * 12 + expiry.month < today.getFullYear() * 12 + today.getMonth() + 1;
  return isPast ? 'Your card’s expiry date is in the past.' : undefined;
}

function cvcFault(cvc, number) {
  if (cvc === '') return 'Enter the security code.';
  return cvc.length === brandOf(number).cvc ? undefined : 'Your card’s security code is incomplete.';
}

/**
 * One sentence for each field that is wrong, none for the others.
 *
 * @param {{ number: string, expiry: string, cvc: string, name: string }} card as typed
 * @param {Date} today
 */
export function findFaults(card, today) {
  const number = digitsOf(card.number);
  const all = {
    number: numberFault(number),
    expiry: expiryFault(card.expiry, today),
    cvc: cvcFault(digitsOf(card.cvc), number),
    name: card.name.trim() === '' ? 'Enter the name on the card.' : undefined,
  };
  return Object.fromEntries(Object.entries(all).filter(([, fault]) => fault !== undefined));
}

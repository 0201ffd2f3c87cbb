/** Step 1 of the eligibility check as plain data: what is typed, what is wrong with it, what is sent. */

import { eligibilityMessages } from '../messages/eligibility.ts';

export interface BasicInformation {
  fullName: string;
  email: string;
  phone: string;
}
export type BasicErrors = Partial<Record<keyof BasicInformation, string>>;

/** Deliberately loose, as browsers are: something, one @, a dot in the domain. The account already proved the address. */
const emailPattern = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/**
 * The two names a full name means. The first space parts them; a single word has no last name.
 *
 * @param fullName as typed, "Ana Maria Silva"
 */
export function splitFullName(fullName: string): { firstName: string; lastName: string } {
  const name = fullName.trim();
  const space = name.search(/\s/);
  if (space === -1) return { firstName: name, lastName: '' };
  return { firstName: name.slice(0, space), lastName: name.slice(space).trim() };
}

/** Whether a number can be called from another country: a country code, and digits enough. A hint, no reason to refuse. */
export function isCallable(phone: string): boolean {
  return /^(?:\+|00)[\d\s()./-]+$/.test(phone.trim()) && phone.replaceAll(/\D/g, '').length >= 8;
}

/** What is wrong, in the order of the fields; empty when nothing is. */
export function findBasicErrors({ fullName, email, phone }: BasicInformation): BasicErrors {
  const errors: BasicErrors = {};
  if (fullName.trim() === '') errors.fullName = eligibilityMessages.fullNameMissing;
  if (!emailPattern.test(email.trim())) errors.email = eligibilityMessages.emailInvalid;
  if (phone.trim() === '') errors.phone = eligibilityMessages.phoneMissing;
  return errors;
}

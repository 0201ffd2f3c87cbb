import { limits } from '../../contract/limits.ts';
import type { FormValues, Problem } from '../ui/problems.ts';

export function checkCodeRequest(values: FormValues): Problem[] {
  return values['email']?.trim() ? [] : [{ field: 'email', message: 'Please provide an email address.' }];
}

export function checkNewPassword(values: FormValues): Problem[] {
  const problems: Problem[] = [];
  if (!values['code']) problems.push({ field: 'code', message: 'Please enter the code from your email.' });
  if ((values['password'] ?? '').length < limits.passwordMinLength) {
    problems.push({ field: 'password', message: 'Password must be at least 8 characters long.' });
  } else if (values['password'] !== values['confirmation']) {
    problems.push({ field: 'confirmation', message: 'Passwords must match.' });
  }
  return problems;
}

/** What a code field keeps of what was typed or pasted: "123 456" becomes "123456". */
export function codeDigits(text: string): string {
  return text.replace(/\D/g, '').slice(0, limits.codeLength);
}

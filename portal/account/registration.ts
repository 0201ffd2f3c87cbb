import { accountMessages } from '../messages/account.ts';
import { missingField } from '../ui/missing-field.ts';
import { findTooShort } from '../ui/password-rule.ts';
import type { FormValues, Problem } from '../../ui/problems.ts';

const required = ['firstName', 'lastName', 'email', 'password'] as const;

/** The rules of registration in their order: only the first that is broken is told. */
export function checkRegistration(values: FormValues): Problem[] {
  const empty = required.filter((field) => !values[field]?.trim());
  if (empty.length > 0) return empty.map((field) => missingField(field));
  if (!values['terms']) return [{ field: 'terms', message: accountMessages.termsNotAccepted }];
  const tooShort = findTooShort(values['password']);
  if (tooShort.length > 0) return tooShort;
  if (values['password'] !== values['confirmation'])
    return [{ field: 'confirmation', message: accountMessages.passwordsDiffer }];
  return [];
}

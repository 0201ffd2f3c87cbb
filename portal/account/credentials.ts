import { limits } from '../../contract/limits.ts';
import { accountMessages } from '../messages/account.ts';
import { formMessages } from '../messages/forms.ts';
import { missingField } from '../ui/missing-field.ts';
import type { FormValues, Problem } from '../../ui/problems.ts';

const required = ['firstName', 'lastName', 'email', 'password'] as const;

/** Both fields of the login form are required. */
export function checkLogin(values: FormValues): Problem[] {
  return [missingField('email'), missingField('ownPassword', 'password')].filter(
    ({ field }) => !values[field!]?.trim(),
  );
}

/** The rules of registration in their order: only the first that is broken is told. */
export function checkRegistration(values: FormValues): Problem[] {
  const empty = required.filter((field) => !values[field]?.trim());
  if (empty.length > 0) return empty.map((field) => missingField(field));
  if (!values['terms']) return [{ field: 'terms', message: accountMessages.termsNotAccepted }];
  if (values['password']!.length < limits.passwordMinLength) {
    return [{ field: 'password', message: formMessages.passwordTooShort }];
  }
  if (values['password'] !== values['confirmation']) {
    return [{ field: 'confirmation', message: accountMessages.passwordsDiffer }];
  }
  return [];
}

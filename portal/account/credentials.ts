import { missingField } from '../ui/missing-field.ts';
import type { FormValues, Problem } from '../../ui/problems.ts';

/** Both fields of the login form are required. */
export function checkLogin(values: FormValues): Problem[] {
  return [missingField('email'), missingField('ownPassword', 'password')].filter(
    ({ field }) => !values[field!]?.trim(),
  );
}

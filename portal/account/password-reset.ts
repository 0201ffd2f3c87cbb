import { accountMessages } from '../messages/account.ts';
import { codeMessages } from '../messages/codes.ts';
import { findTooShort } from '../ui/password-rule.ts';
import type { FormValues, Problem } from '../../ui/problems.ts';

export function checkCodeRequest(values: FormValues): Problem[] {
  return values['email']?.trim() ? [] : [{ field: 'email', message: accountMessages.emailMissing }];
}

export function checkNewPassword(values: FormValues): Problem[] {
  const problems: Problem[] = [];
  if (!values['code']) problems.push({ field: 'code', message: codeMessages.missing });
  const tooShort = findTooShort(values['password'], accountMessages.newPasswordTooShort);
  problems.push(...tooShort);
  if (tooShort.length === 0 && values['password'] !== values['confirmation'])
    problems.push({ field: 'confirmation', message: accountMessages.newPasswordsDiffer });
  return problems;
}

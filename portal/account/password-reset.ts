import { limits } from '../../contract/limits.ts';
import { accountMessages } from '../messages/account.ts';
import { codeMessages } from '../messages/codes.ts';
import type { FormValues, Problem } from '../../ui/problems.ts';

export function checkCodeRequest(values: FormValues): Problem[] {
  return values['email']?.trim() ? [] : [{ field: 'email', message: accountMessages.emailMissing }];
}

export function checkNewPassword(values: FormValues): Problem[] {
  const problems: Problem[] = [];
  if (!values['code']) problems.push({ field: 'code', message: codeMessages.missing });
  if ((values['password'] ?? '').length < limits.passwordMinLength) {
    problems.push({ field: 'password', message: accountMessages.newPasswordTooShort });
  } else if (values['password'] !== values['confirmation']) {
    problems.push({ field: 'confirmation', message: accountMessages.newPasswordsDiffer });
  }
  return problems;
}

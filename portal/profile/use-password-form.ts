import { RequestError } from '../../client/request.ts';
import type { StudentMember } from '../../contract/student-fields.ts';
import { accountMessages } from '../messages/account.ts';
import { securityMessages } from '../messages/security.ts';
import { refreshMember } from '../session/member.ts';
import { messageOf } from '../session/message-of.ts';
import { security } from '../session/security-client.ts';
import { findTooShort } from '../ui/password-rule.ts';
import type { FormValues, Problem } from '../../ui/problems.ts';
import { toast } from '../../ui/toast.ts';
import { useForm } from '../../ui/use-form.ts';
import type { Form } from '../../ui/use-form.ts';
import type { RecentProof } from './use-recent-proof.ts';

/** What is wrong with a new password as typed. @param hasPassword whether the current one is asked for */
function checkPasswords(values: FormValues, hasPassword: boolean): Problem[] {
  const problems: Problem[] = [];
  if (hasPassword && !values['oldPassword'])
    problems.push({ field: 'oldPassword', message: securityMessages.oldPasswordMissing });
  const tooShort = findTooShort(values['password'], accountMessages.newPasswordTooShort);
  problems.push(...tooShort);
  if (tooShort.length === 0 && values['password'] !== values['confirmation'])
    problems.push({ field: 'confirmation', message: accountMessages.newPasswordsDiffer });
  return problems;
}

/**
 * Changes the password, or sets a first one. Either ends the member's other sessions.
 *
 * @param onDone called once it counts; the form is to be emptied
 */
export function usePasswordForm(
  { auth: { hasPassword } }: Pick<StudentMember, 'auth'>,
  { withProof }: RecentProof,
  onDone: () => void,
): Form {
  const form = useForm({
    check: (values) => checkPasswords(values, hasPassword),
    async send(values) {
      const [oldPassword, password] = [values['oldPassword']!, values['password']!];
      const call = () =>
        hasPassword
          ? security.updateMemberAuth({ oldPassword, newPassword: password })
          : security.setPassword({ password });
      try {
        if (!(await withProof(call))) return;
      } catch (error) {
        return form.fail([problemOf(error)]);
      }
      toast(hasPassword ? securityMessages.passwordChanged : securityMessages.passwordSet);
      onDone();
      void refreshMember();
    },
  });
  return form;
}

function problemOf(error: unknown): Problem {
  const message = messageOf(error, securityMessages.passwordFailed);
  const code = error instanceof RequestError ? error.code : '';
  if (code === 'invalid-password') return { field: 'oldPassword', message };
  return code.startsWith('invalid-password-') ? { field: 'password', message } : { message };
}

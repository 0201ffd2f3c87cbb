import type { FormEvent } from 'react';
import { useNavigate } from 'react-router';
import { leadMessages } from '../messages/leads.ts';
import { usePartner } from '../partner/partner.tsx';
import { pathOf } from '../partner/paths.ts';
import { enrolment } from '../session/clients.ts';
import { messageOf } from '../session/message-of.ts';
import { login } from '../session/sign-in.ts';
import { toast } from '../ui/toast.ts';
import { useForm, type Form } from '../ui/use-form.ts';
import { checkNewPassword, outlineOf } from './lead-checks.ts';
import { forgetVisit, type Visit } from './use-visit.ts';

/**
 * Sets the password and logs in with it. For an address that had an account nothing was set, and nobody is told so
 * here: then the password does not log in, and the log-in page is where its owner goes on.
 */
export function useCreatePassword(visit: Visit): Form {
  const partner = usePartner();
  const navigate = useNavigate();
  const form = useForm({
    check: checkNewPassword,
    async send(values) {
      const password = values['password']!;
      try {
        await ('link' in visit
          ? enrolment.setPasswordByLink({ link: visit.link, password })
          : enrolment.setLeadPassword({ proof: visit.proof, password }));
      } catch (error) {
        toast({ title: leadMessages.error, text: leadMessages.passwordNotSet, kind: 'error' });
        return form.fail([{ field: 'password', message: messageOf(error, leadMessages.passwordNotSet) }]);
      }
      toast(leadMessages.passwordSet);
      const { email } = visit;
      const isIn = await login({ email, password }).then(
        () => true,
        () => false,
      );
      forgetVisit();
      await (isIn
        ? navigate(pathOf(partner, 'courseOutlines'), {
            replace: true,
            state: { activeCourse: outlineOf(visit.course) },
          })
        : navigate(pathOf(partner, 'login'), { replace: true, state: { email } }));
    },
  });

  function onSubmit(event: FormEvent<HTMLFormElement>): void {
    const [problem] = checkNewPassword(Object.fromEntries(new FormData(event.currentTarget)) as Record<string, string>);
    if (problem) toast({ title: leadMessages.error, text: problem.message, kind: 'error' });
    form.props.onSubmit(event);
  }

  return { ...form, props: { ...form.props, onSubmit } };
}

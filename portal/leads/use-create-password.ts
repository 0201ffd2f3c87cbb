import type { FormEvent } from 'react';
import { useNavigate } from 'react-router';
import { leadMessages } from '../messages/leads.ts';
import { usePartner } from '../partner/partner.tsx';
import { pathOf } from '../partner/paths.ts';
import { askedOutline } from '../session/asked-outline.ts';
import { keepDraft, visitorId } from '../session/draft.ts';
import { messageOf } from '../session/message-of.ts';
import { login } from '../session/sign-in.ts';
import { toast } from '../../ui/toast.ts';
import { useForm, type Form } from '../../ui/use-form.ts';
import { checkNewPassword, outlineOf } from './lead-checks.ts';
import { forgetVisit, type Visit } from './use-visit.ts';
import { leads } from './lead-client.ts';

/**
 * Sends the chosen password and leads to the outline. With a mailed link it is set, and logs in. In the visit that sent
 * the form it may not have been, because the address had an account: nothing is claimed then and no log-in tried, so
 * that the next screen is one and the same and tells no stranger who has an account.
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
          ? leads.setPasswordByLink({ link: visit.link, password })
          : leads.setLeadPassword({ proof: visit.proof, password }));
      } catch (error) {
        toast({ title: leadMessages.error, text: leadMessages.passwordNotSet, kind: 'error' });
        return form.fail([{ field: 'password', message: messageOf(error, leadMessages.passwordNotSet) }]);
      }
      const { email, course } = visit;
      forgetVisit();
      if ('proof' in visit) keepDraft(askedOutline, visitorId, { email, course });
      else {
        toast(leadMessages.passwordSet);
        if (!(await canLogIn({ email, password })))
          return navigate(pathOf(partner, 'login'), { replace: true, state: { email } });
      }
      await navigate(pathOf(partner, 'courseOutlines'), { replace: true, state: { activeCourse: outlineOf(course) } });
    },
  });

  function onSubmit(event: FormEvent<HTMLFormElement>): void {
    const [problem] = checkNewPassword(Object.fromEntries(new FormData(event.currentTarget)) as Record<string, string>);
    if (problem) toast({ title: leadMessages.error, text: problem.message, kind: 'error' });
    form.props.onSubmit(event);
  }

  return { ...form, props: { ...form.props, onSubmit } };
}

const canLogIn = (credentials: { email: string; password: string }): Promise<boolean> =>
  login(credentials).then(
    () => true,
    () => false,
  );

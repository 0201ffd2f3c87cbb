import { useState } from 'react';
import type { FormEvent } from 'react';
import { RequestError } from '../../client/request.ts';
import { courseCodeOf } from '../../shared/courses.ts';
import { leadMessages } from '../messages/leads.ts';
import { usePartner } from '../partner/partner.tsx';
import { useDraft, visitorId, type Draft } from '../session/draft.ts';
import { messageOf } from '../session/message-of.ts';
import { toast } from '../../ui/toast.ts';
import { useForm, type Form } from '../../ui/use-form.ts';
import { checkLead, type LeadField } from './lead-checks.ts';
import type { LeadVisit } from './use-visit.ts';
import { leads } from './lead-client.ts';

export interface LeadForm {
  form: Form;
  /** What was typed before a reload, or before the visitor came back to the form. */
  typed: Draft<LeadField>;
  /** The course that is chosen at the moment; empty for none. */
  course: string;
}

export function useLeadForm(goOn: LeadVisit['goOn']): LeadForm {
  const { code: partner } = usePartner();
  const draft = useDraft<LeadField>('lead', visitorId);
  const [typed] = useState(draft.typed);
  const form = useForm({
    check: checkLead,
    async send(values) {
      const text = (field: LeadField) => values[field]!.trim();
      const lead = {
        partner,
        course: courseCodeOf(text('course'))!,
        firstName: text('firstName'),
        lastName: text('lastName'),
        email: text('email'),
        phone: text('phone'),
      };
      try {
        const { proof } = await leads.sendLead(lead);
        toast(leadMessages.submitted);
        goOn({ email: lead.email, course: lead.course, proof });
      } catch (error) {
        const message = messageOf(error, leadMessages.notProcessed);
        toast({ title: leadMessages.submissionFailed, text: message, kind: 'error' });
        form.fail([{ message, ...(isAboutEmail(error) && { field: 'email' }) }]);
      }
    },
  });

  function onInput(event: FormEvent<HTMLFormElement>): void {
    form.props.onInput(event);
    const { name, value } = event.target as HTMLInputElement;
    draft.keep({ [name]: value });
  }

  function onSubmit(event: FormEvent<HTMLFormElement>): void {
    const [missing] = checkLead(Object.fromEntries(new FormData(event.currentTarget)) as Record<string, string>);
    if (missing) toast({ title: leadMessages.error, text: missing.message, kind: 'error' });
    form.props.onSubmit(event);
  }

  return { form: { ...form, props: { ...form.props, onInput, onSubmit } }, typed, course: draft.typed.course ?? '' };
}

const isAboutEmail = (error: unknown) => error instanceof RequestError && error.code === 'invalid-email';

import type { FormEvent } from 'react';
import { useNavigate } from 'react-router';
import { RequestError } from '../../client/request.ts';
import type { StudentMember } from '../../contract/student-fields.ts';
import { resourceMessages } from '../messages/resources.ts';
import { usePartner } from '../partner/partner.tsx';
import { useDraft } from '../session/draft.ts';
import type { Draft } from '../session/draft.ts';
import { messageOf } from '../session/message-of.ts';
import { leaveIfSignedOut } from '../session/session-lost.ts';
import type { FormValues, Problem } from '../../ui/problems.ts';
import { useForm } from '../../ui/use-form.ts';
import type { Form } from '../../ui/use-form.ts';

interface EnquiryPlan {
  /** Names the draft. */
  name: string;
  member: StudentMember;
  check: (values: FormValues) => Problem[];
  /** @returns the reference the service gave it */
  send: (values: FormValues) => Promise<{ reference: string }>;
  /** `left`: what was typed over while the values were on their way. */
  onSent: (reference: string, values: FormValues, left: FormValues) => void;
}

export interface Enquiry<Field extends string> {
  form: Form;
  typed: Draft<Field>;
}

/** A form whose answer is a reference. What is typed stays in this tab until it has arrived. */
export function useEnquiry<Field extends string>({ name, member, check, send, onSent }: EnquiryPlan): Enquiry<Field> {
  const partner = usePartner();
  const navigate = useNavigate();
  const draft = useDraft<Field>(name, member.id);
  const form = useForm({
    check,
    async send(values) {
      try {
        const { reference } = await send(values);
        onSent(reference, values, draft.settle(values as Draft<Field>));
      } catch (error) {
        if (leaveIfSignedOut(error, partner, navigate)) draft.rescue();
        else form.fail([problemOf(error)]);
      }
    },
  });
  const keep = (event: FormEvent<HTMLFormElement>) => {
    form.props.onInput(event);
    const input = event.target as HTMLInputElement;
    draft.keep({ [input.name]: input.value } as Draft<Field>);
  };
  return { form: { ...form, props: { ...form.props, onInput: keep } }, typed: draft.typed };
}

function problemOf(error: unknown): Problem {
  const message = messageOf(error, resourceMessages.notSent);
  const isAboutDate = error instanceof RequestError && error.code === 'date-in-past';
  return { message, ...(isAboutDate && { field: 'date' }) };
}

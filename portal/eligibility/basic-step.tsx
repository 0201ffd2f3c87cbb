import { useState } from 'react';
import type { FormEvent } from 'react';
import { eligibilityMessages } from '../messages/eligibility.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorSummary } from '../../ui/error-summary.tsx';
import { Field } from '../../ui/field.tsx';
import { personFields } from '../ui/person-fields.ts';
import { useForm } from '../../ui/use-form.ts';
import { findBasicErrors, isCallable } from './basic-information.ts';
import type { BasicInformation } from './basic-information.ts';

interface BasicStepProps {
  values: BasicInformation;
  /** The account's own address cannot be changed here. */
  emailKnown: boolean;
  onInput: (change: Record<string, string>) => void;
  onContinue: (values: BasicInformation) => void;
}

/** Step 1: the student’s name and contact details. */
export function BasicStep({ values, emailKnown, onInput, onContinue }: BasicStepProps) {
  const form = useForm({
    check: (typed) => Object.entries(findBasicErrors(basicOf(typed))).map(([field, message]) => ({ field, message })),
    send: async (typed) => onContinue(basicOf(typed)),
  });
  const [hasLeftPhone, setHasLeftPhone] = useState(false);
  const isDoubtful = hasLeftPhone && values.phone.trim() !== '' && !isCallable(values.phone);
  const keep = (event: FormEvent<HTMLFormElement>) => {
    form.props.onInput(event);
    const input = event.target as HTMLInputElement;
    onInput({ [input.name]: input.value });
  };

  return (
    <form {...form.props} onInput={keep} className="space-y-6">
      <ErrorSummary form={form} lead={eligibilityMessages.fixErrors} />
      <Field
        {...personFields.fullName}
        hint="Your name as you want it on your certificate"
        defaultValue={values.fullName}
        error={form.errorOf('fullName')}
      />
      <Field
        {...personFields.email}
        hint={emailKnown ? 'The address of your account' : undefined}
        readOnly={emailKnown}
        defaultValue={values.email}
        error={form.errorOf('email')}
      />
      <Field
        {...personFields.phone}
        hint={
          isDoubtful
            ? eligibilityMessages.phoneDoubtful
            : 'With the country code, such as +64 21 555 0134, so that a consultant can reach you'
        }
        onBlur={() => setHasLeftPhone(true)}
        defaultValue={values.phone}
        error={form.errorOf('phone')}
      />
      <Button type="submit" className="w-full sm:w-auto">
        Continue
      </Button>
    </form>
  );
}

function basicOf(typed: Record<string, string | undefined>): BasicInformation {
  return { fullName: typed['fullName'] ?? '', email: typed['email'] ?? '', phone: typed['phone'] ?? '' };
}

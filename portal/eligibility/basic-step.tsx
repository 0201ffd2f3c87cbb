import type { FormEvent } from 'react';
import { eligibilityMessages } from '../messages/eligibility.ts';
import { Button } from '../ui/button.tsx';
import { ErrorSummary } from '../ui/error-summary.tsx';
import { Field } from '../ui/field.tsx';
import { personFields } from '../ui/person-fields.ts';
import { useForm } from '../ui/use-form.ts';
import { findBasicErrors } from './basic-information.ts';
import type { BasicInformation } from './basic-information.ts';

interface BasicStepProps {
  values: BasicInformation;
  /** The account's own address cannot be changed here. */
  emailKnown: boolean;
  onInput: (change: Record<string, string>) => void;
  onContinue: (values: BasicInformation) => void;
}

/** Step 1: who somebody is and how they can be reached. */
export function BasicStep({ values, emailKnown, onInput, onContinue }: BasicStepProps) {
  const form = useForm({
    check: (typed) => Object.entries(findBasicErrors(basicOf(typed))).map(([field, message]) => ({ field, message })),
    send: async (typed) => onContinue(basicOf(typed)),
  });
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
        hint="As it should stand on your certificate"
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
        hint="With the country code, so that a consultant can reach you"
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

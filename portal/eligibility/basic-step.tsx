import type { FormEvent } from 'react';
import { limits } from '../../contract/limits.ts';
import { Button } from '../ui/button.tsx';
import { ErrorSummary } from '../ui/error-summary.tsx';
import { Field } from '../ui/field.tsx';
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

export const fixErrors = 'Please fix the highlighted errors before continuing.';

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
      <ErrorSummary form={form} lead={fixErrors} />
      <Field
        name="fullName"
        label="Full name"
        hint="As it should stand on your certificate"
        autoComplete="name"
        autoCapitalize="words"
        enterKeyHint="next"
        maxLength={limits.nameMaxLength}
        defaultValue={values.fullName}
        error={form.errorOf('fullName')}
      />
      <Field
        name="email"
        label="Email"
        hint={emailKnown ? 'The address of your account' : undefined}
        type="email"
        inputMode="email"
        autoComplete="email"
        enterKeyHint="next"
        maxLength={limits.emailMaxLength}
        readOnly={emailKnown}
        defaultValue={values.email}
        error={form.errorOf('email')}
      />
      <Field
        name="phone"
        label="Phone"
        hint="With the country code, so that a consultant can reach you"
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        enterKeyHint="done"
        maxLength={limits.phoneMaxLength}
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

import { useEffect, useEffectEvent } from 'react';
import { limits } from '../../contract/limits.ts';
import { staffLimits } from '../../contract/staff-limits.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorSummary } from '../../ui/error-summary.tsx';
import { Field } from '../../ui/field.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import type { FormValues, Problem } from '../../ui/problems.ts';
import { useForm } from '../../ui/use-form.ts';
import { messageOf } from '../session/message-of.ts';

/** What somebody says of themselves when they accept an invitation. */
export interface Person {
  name: string;
  password: string;
}

interface PersonStepProps {
  email: string;
  name: string;
  /** Why the service did not take what was filled in before. */
  refusal: unknown;
  onDone: (person: Person) => void;
}

function check({ name = '', password = '' }: FormValues): Problem[] {
  return [
    ...(name.trim() === '' ? [{ field: 'name', message: 'Enter your name' }] : []),
    ...(password.length < staffLimits.staffPasswordMinLength
      ? [
          {
            field: 'password',
            message: `Enter a password of at least ${staffLimits.staffPasswordMinLength} characters`,
          },
        ]
      : []),
  ];
}

/** Name and password. The address is in the form for password managers alone. */
export function PersonStep({ email, name, refusal, onDone }: PersonStepProps) {
  const form = useForm({
    check,
    async send({ name: typed = '', password = '' }) {
      onDone({ name: typed.trim(), password });
    },
  });
  const showRefusal = useEffectEvent(() => form.fail([{ field: 'password', message: messageOf(refusal) }]));
  useEffect(() => {
    if (refusal !== undefined) showRefusal();
  }, [refusal]);
  return (
    <form {...form.props} className="flex flex-col gap-5">
      <ErrorSummary form={form} />
      <input type="email" name="email" autoComplete="username" value={email} readOnly hidden />
      <Field
        label="Your name"
        name="name"
        hint="As your colleagues know you."
        autoComplete="name"
        autoCapitalize="words"
        defaultValue={name}
        maxLength={limits.nameMaxLength}
        enterKeyHint="next"
        error={form.errorOf('name')}
      />
      <PasswordField
        label="Password"
        name="password"
        hint={`At least ${staffLimits.staffPasswordMinLength} characters. A few unrelated words work well; common passwords are refused.`}
        autoComplete="new-password"
        enterKeyHint="go"
        error={form.errorOf('password')}
      />
      <Button type="submit" loading={form.pending}>
        Go on
      </Button>
    </form>
  );
}

import { useState } from 'react';
import { limits } from '../../contract/limits.ts';
import { PasswordField } from './password-field.tsx';
import type { Form } from './use-form.ts';

interface NewPasswordFieldsProps {
  form: Pick<Form, 'errorOf'>;
  label: string;
  confirmLabel: string;
}

/** A new password and its repetition; one toggle shows or hides both. */
export function NewPasswordFields({ form, label, confirmLabel }: NewPasswordFieldsProps) {
  const [shown, setShown] = useState(false);
  return (
    <>
      <PasswordField
        label={label}
        name="password"
        hint={`At least ${limits.passwordMinLength} characters. A few unrelated words work well.`}
        autoComplete="new-password"
        enterKeyHint="next"
        error={form.errorOf('password')}
        shown={shown}
        onShownChange={setShown}
      />
      <PasswordField
        label={confirmLabel}
        name="confirmation"
        autoComplete="new-password"
        enterKeyHint="done"
        error={form.errorOf('confirmation')}
        shown={shown}
      />
    </>
  );
}

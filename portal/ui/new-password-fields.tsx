import { useState } from 'react';
import { PasswordField } from '../../ui/password-field.tsx';
import { newPasswordHint } from './person-fields.ts';
import type { Form } from '../../ui/use-form.ts';

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
        hint={newPasswordHint}
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

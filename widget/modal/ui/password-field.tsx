import { useState } from 'react';
import { createChecks } from '../checks.ts';
import type { Labels } from '../labels.ts';
import { useModal } from '../modal-context.ts';
import { Field } from './field.tsx';
import { Form, type FormProps } from './form.tsx';

export interface PasswordFieldProps {
  label: string;
  name: string;
  placeholder?: string;
  autoComplete: 'current-password' | 'new-password';
}

/** A password, with a button that shows it as text. */
export function PasswordField(props: PasswordFieldProps) {
  const { label } = useModal();
  const [isShown, setShown] = useState(false);
  return (
    <div className="ms-password">
      <Field {...props} type={isShown ? 'text' : 'password'} required />
      <button
        type="button"
        className="ms-password__toggle"
        aria-pressed={isShown}
        aria-label={label(isShown ? 'hide_password' : 'show_password')}
        onClick={() => setShown(!isShown)}
      >
        <svg viewBox="0 0 24 24" aria-hidden="true">
          <path d="M2 12s3.6-6.5 10-6.5S22 12 22 12s-3.6 6.5-10 6.5S2 12 2 12Z" />
          <circle cx="12" cy="12" r="3" />
          {!isShown && <path d="M4 20 20 4" />}
        </svg>
      </button>
    </div>
  );
}

/** Password managers store a password under the user name beside it. */
export const UserName = ({ of }: { of: string }) => (
  <input type="text" name="username" autoComplete="username" value={of} readOnly hidden />
);

interface NewPasswordFormProps extends Omit<FormProps, 'checks' | 'children'> {
  label: Labels;
  /** Address of the account the password belongs to. */
  email: string;
  /** In the order shown; each is checked by the password rule. */
  fields: PasswordFieldProps[];
  /** A link that leaves the form without a new password. */
  leave: { text: string; press: () => void };
}

/**
 * The form for a new password, in a dialog of its own and in the profile. It stands in the dialogs' chunk: both of
 * those are fetched later, and a chunk that they share would cost each another round trip.
 */
export function NewPasswordForm({ label, email, fields, leave, ...form }: NewPasswordFormProps) {
  const { password } = createChecks(label);
  return (
    <>
      <Form {...form} checks={Object.fromEntries(fields.map(({ name }) => [name, password]))}>
        <UserName of={email} />
        {fields.map((field) => (
          <PasswordField key={field.name} {...field} />
        ))}
      </Form>
      <p className="ms-prompt">
        <button type="button" className="ms-link" onClick={leave.press}>
          {leave.text}
        </button>
      </p>
    </>
  );
}

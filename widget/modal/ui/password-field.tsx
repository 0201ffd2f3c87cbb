import { useState } from 'react';
import { useModal } from '../modal-context.ts';
import { Field } from './field.tsx';

interface PasswordFieldProps {
  label: string;
  name: string;
  placeholder?: string;
  autoComplete: 'current-password' | 'new-password';
}

/** A password, which may be looked at. */
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

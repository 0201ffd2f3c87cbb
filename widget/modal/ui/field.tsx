import { useId, useState, type InputHTMLAttributes } from 'react';

interface FieldProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'id'> {
  label: string;
  /** What is wrong with a value, if anything; asked when the field is left and when the form is sent. */
  check?: (value: string) => string | undefined;
}

/** A labelled input that says what is wrong with it, once somebody has left it. */
export function Field({ label, check, ...input }: FieldProps) {
  const id = useId();
  const [error, setError] = useState<string>();
  const look = (element: HTMLInputElement) => setError(element.value ? check?.(element.value) : undefined);
  return (
    <div className="ms-form__group">
      <label htmlFor={id} className="ms-form__label">
        {label}
      </label>
      <input
        {...input}
        id={id}
        className="ms-form__input"
        aria-invalid={error !== undefined}
        aria-describedby={error === undefined ? undefined : `${id}-error`}
        onBlur={(event) => look(event.currentTarget)}
        onInput={(event) => error !== undefined && look(event.currentTarget)}
        onInvalid={(event) => setError(check?.(event.currentTarget.value))}
      />
      {error !== undefined && (
        <p id={`${id}-error`} className="ms-form__error">
          {error}
        </p>
      )}
    </div>
  );
}

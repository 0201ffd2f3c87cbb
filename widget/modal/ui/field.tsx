import { useId, type InputHTMLAttributes } from 'react';
import { useModal } from '../modal-context.ts';
import { useFieldError } from './form.tsx';

interface FieldProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'id' | 'name'> {
  label: string;
  name: string;
}

/**
 * A labelled input; what is wrong with its value stands below it and is read out with it. It begins with what was typed
 * on an earlier screen.
 */
export function Field({ label, name, defaultValue, ...input }: FieldProps) {
  const { kept } = useModal();
  const id = useId();
  const error = useFieldError(name);
  return (
    <div className="ms-form__group">
      <label htmlFor={id} className="ms-form__label">
        {label}
      </label>
      <input
        {...input}
        id={id}
        name={name}
        defaultValue={kept.get(name) ?? defaultValue}
        className="ms-form__input"
        aria-invalid={error !== undefined}
        aria-describedby={error === undefined ? undefined : `${id}-error`}
      />
      {error !== undefined && (
        <p id={`${id}-error`} className="ms-form__error">
          {error}
        </p>
      )}
    </div>
  );
}

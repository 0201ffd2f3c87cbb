import { Eye, EyeOff } from 'lucide-react';
import { useState } from 'react';
import { FieldError } from './field-error.tsx';
import { FieldFrame, FieldHint, FieldLabel, inputClass, useFieldIds } from './field.tsx';
import type { FieldProps } from './field.tsx';
import { join } from './join.ts';

interface PasswordFieldProps extends Omit<FieldProps, 'type' | 'optional'> {
  autoComplete: 'current-password' | 'new-password';
}

/** A password that can be shown and hidden again. The button says what it will do, the status says what is so. */
export function PasswordField({ label, name, hint, error, className, id, ...input }: PasswordFieldProps) {
  const [shown, setShown] = useState(false);
  const { fieldId, describedBy, hintId, errorId } = useFieldIds({ id, hint, error });
  const Icon = shown ? EyeOff : Eye;
  return (
    <FieldFrame error={error} className={className}>
      <FieldLabel htmlFor={fieldId}>{label}</FieldLabel>
      {hint && <FieldHint id={hintId}>{hint}</FieldHint>}
      <FieldError id={errorId} message={error} />
      <div className="relative mt-2">
        <input
          {...input}
          id={fieldId}
          name={name}
          type={shown ? 'text' : 'password'}
          autoCapitalize="none"
          spellCheck={false}
          aria-invalid={error ? true : undefined}
          aria-describedby={describedBy}
          className={join(inputClass, 'pr-24')}
        />
        <button
          type="button"
          aria-controls={fieldId}
          aria-label={`${shown ? 'Hide' : 'Show'} ${label.toLowerCase()}`}
          onClick={() => setShown(!shown)}
          className="absolute inset-y-1 right-1 inline-flex min-w-11 cursor-pointer items-center gap-1.5 rounded-md px-3 text-sm font-semibold text-brand hover:bg-tint"
        >
          <Icon className="size-4" aria-hidden="true" />
          {shown ? 'Hide' : 'Show'}
        </button>
      </div>
      <span role="status" className="sr-only">
        {shown ? 'Your password is shown' : 'Your password is hidden'}
      </span>
    </FieldFrame>
  );
}

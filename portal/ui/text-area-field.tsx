import type { ComponentProps } from 'react';
import { FieldError } from './field-error.tsx';
import { FieldFrame, FieldHint, FieldLabel, inputClass, useFieldIds } from './field.tsx';
import type { FieldProps } from './field.tsx';
import { join } from './join.ts';

interface TextAreaFieldProps
  extends Omit<ComponentProps<'textarea'>, 'name'>, Pick<FieldProps, 'label' | 'hint' | 'error'> {
  name: string;
}

/** A text of several lines. */
export function TextAreaField({ label, name, hint, error, className, id, ...area }: TextAreaFieldProps) {
  const { fieldId, describedBy, hintId, errorId } = useFieldIds({ id, hint, error });
  return (
    <FieldFrame error={error} className={className}>
      <FieldLabel htmlFor={fieldId}>{label}</FieldLabel>
      {hint && <FieldHint id={hintId}>{hint}</FieldHint>}
      <FieldError id={errorId} message={error} />
      <textarea
        {...area}
        id={fieldId}
        name={name}
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy}
        className={join(inputClass, 'mt-2')}
      />
    </FieldFrame>
  );
}

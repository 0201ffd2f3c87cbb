import type { ComponentProps, ReactNode } from 'react';
import { FieldError } from './field-error.tsx';
import { FieldFrame, useFieldIds } from './field.tsx';
import { join } from './join.ts';

interface CheckboxFieldProps extends Omit<ComponentProps<'input'>, 'type'> {
  name: string;
  label: ReactNode;
  error?: string | undefined;
}

/** One box with its sentence; the whole line is the target. */
export function CheckboxField({ name, label, error, className, id, ...input }: CheckboxFieldProps) {
  const { fieldId, errorId, describedBy } = useFieldIds({ id, error });
  return (
    <FieldFrame error={error} className={className}>
      <FieldError id={errorId} message={error} />
      <div className="flex items-start gap-3 py-2">
        <input
          {...input}
          type="checkbox"
          id={fieldId}
          name={name}
          aria-invalid={error ? true : undefined}
          aria-describedby={join(describedBy, input['aria-describedby']) || undefined}
          className="size-6 shrink-0 cursor-pointer accent-brand"
        />
        <label htmlFor={fieldId} className="cursor-pointer scroll-mt-24">
          {label}
        </label>
      </div>
    </FieldFrame>
  );
}

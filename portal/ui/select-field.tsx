import { ChevronDown } from 'lucide-react';
import type { ComponentProps } from 'react';
import { FieldError } from './field-error.tsx';
import { FieldFrame, FieldHint, FieldLabel, inputClass, useFieldIds } from './field.tsx';
import type { FieldProps } from './field.tsx';
import { join } from './join.ts';

interface SelectFieldProps
  extends Omit<ComponentProps<'select'>, 'name'>, Pick<FieldProps, 'label' | 'hint' | 'error'> {
  name: string;
  options: readonly { value: string; label: string }[];
  /** What stands there until something is chosen, "Choose a course". */
  placeholder?: string;
}

/** One choice out of a list, by the browser's own control. */
export function SelectField({ label, name, hint, error, options, placeholder, ...rest }: SelectFieldProps) {
  const { className, id, ...select } = rest;
  const { fieldId, describedBy, hintId, errorId } = useFieldIds({ id, hint, error });
  return (
    <FieldFrame error={error} className={className}>
      <FieldLabel htmlFor={fieldId}>{label}</FieldLabel>
      {hint && <FieldHint id={hintId}>{hint}</FieldHint>}
      <FieldError id={errorId} message={error} />
      <div className="relative mt-2">
        <select
          {...select}
          id={fieldId}
          name={name}
          aria-invalid={error ? true : undefined}
          aria-describedby={describedBy}
          className={join(inputClass, 'cursor-pointer appearance-none pr-12')}
        >
          {placeholder && <option value="">{placeholder}</option>}
          {options.map(({ value, label: text }) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </select>
        <ChevronDown
          className="pointer-events-none absolute inset-y-0 right-4 my-auto size-5 text-muted"
          aria-hidden="true"
        />
      </div>
    </FieldFrame>
  );
}

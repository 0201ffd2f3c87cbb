import { ChevronDown } from 'lucide-react';
import type { ComponentProps } from 'react';
import { inputClass, LabelledControl } from './field.tsx';
import type { LabelledProps } from './field.tsx';
import { join } from './join.ts';

interface SelectFieldProps
  extends Omit<LabelledProps, 'optional'>, Omit<ComponentProps<'select'>, keyof LabelledProps> {
  name: string;
  options: readonly { value: string; label: string }[];
  /** What stands there until something is chosen, "Choose a course". */
  placeholder?: string;
}

/** One choice out of a list, by the browser's own control. */
export function SelectField({ options, placeholder, ...props }: SelectFieldProps) {
  const { label, hint, error, className, id, ...select } = props;
  return (
    <LabelledControl {...{ label, hint, error, className, id }}>
      {(control) => (
        <div className="relative mt-2">
          <select {...select} {...control} className={join(inputClass, 'cursor-pointer appearance-none pr-12')}>
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
      )}
    </LabelledControl>
  );
}

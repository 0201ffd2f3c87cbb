import type { ReactNode } from 'react';
import { FieldError } from '../../ui/field-error.tsx';
import { FieldFrame, FieldHint, useFieldIds } from '../../ui/field.tsx';
import { join } from '../../ui/join.ts';

export interface RadioOption<Value extends string> {
  value: Value;
  label: ReactNode;
  /** A short gloss under the label. */
  hint?: ReactNode;
  /** What stands at the end of the row, a badge say. */
  aside?: ReactNode;
  disabled?: boolean;
}

interface RadioCardsProps<Value extends string> {
  legend: ReactNode;
  name: string;
  options: readonly RadioOption<Value>[];
  hint?: ReactNode;
  error?: string | undefined;
  /** Preselected, in an uncontrolled field. */
  defaultValue?: Value | undefined;
  value?: Value | undefined;
  onChange?: (value: Value) => void;
  /** Told of presses on what is chosen already, too. */
  onPress?: (value: Value) => void;
  /** Classes of the box around the rows: columns, a scroll area. */
  rowsClass?: string;
}

/** One choice out of several, each a card that can be pressed anywhere. */
export function RadioCards<Value extends string>(props: RadioCardsProps<Value>) {
  const { legend, name, options, hint, error, defaultValue, value, onChange, onPress, rowsClass } = props;
  const { fieldId, hintId, errorId, describedBy } = useFieldIds({ hint, error });
  return (
    <FieldFrame error={error}>
      <fieldset id={fieldId} aria-describedby={describedBy} aria-invalid={error ? true : undefined}>
        <legend className="scroll-mt-24 font-semibold">{legend}</legend>
        {hint && <FieldHint id={hintId}>{hint}</FieldHint>}
        <FieldError id={errorId} message={error} />
        <div className={join('mt-3', rowsClass ?? 'space-y-2')}>
          {options.map((option) => (
            <label key={option.value} className="radio-card">
              <input
                type="radio"
                name={name}
                value={option.value}
                disabled={option.disabled}
                defaultChecked={value === undefined ? option.value === defaultValue : undefined}
                checked={value === undefined ? undefined : option.value === value}
                onChange={() => onChange?.(option.value)}
                onClick={() => onPress?.(option.value)}
                className="mt-0.5 size-5 shrink-0 accent-brand"
              />
              <span className="min-w-0 flex-1">
                <span className="block font-semibold text-balance">{option.label}</span>
                {option.hint && <span className="mt-0.5 block text-sm text-muted">{option.hint}</span>}
              </span>
              {option.aside}
            </label>
          ))}
        </div>
      </fieldset>
    </FieldFrame>
  );
}

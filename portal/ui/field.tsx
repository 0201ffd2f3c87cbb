import type { ComponentProps } from 'react';
import { inputClass, LabelledControl } from './field-frame.tsx';
import type { LabelledProps } from './field-frame.tsx';
import { join } from './join.ts';

export interface FieldProps extends LabelledProps, Omit<ComponentProps<'input'>, 'size' | keyof LabelledProps> {
  /** The key its value has in the form. */
  name: string;
}

/** A labelled input. */
export function Field({ label, hint, error, optional, className, id, ...input }: FieldProps) {
  return (
    <LabelledControl {...{ label, hint, error, optional, className, id }}>
      {(control) => <input {...input} {...control} className={join(inputClass, 'mt-2')} />}
    </LabelledControl>
  );
}

import type { ComponentProps } from 'react';
import { inputClass, LabelledControl } from './field.tsx';
import type { LabelledProps } from './field.tsx';
import { join } from './join.ts';

interface TextAreaFieldProps extends LabelledProps, Omit<ComponentProps<'textarea'>, keyof LabelledProps> {
  name: string;
}

/** A text of several lines. */
export function TextAreaField({ label, hint, error, optional, className, id, ...area }: TextAreaFieldProps) {
  return (
    <LabelledControl {...{ label, hint, error, optional, className, id }}>
      {(control) => <textarea {...area} {...control} className={join(inputClass, 'mt-2')} />}
    </LabelledControl>
  );
}

import type { ComponentProps, FormEvent } from 'react';
import { codeDigits } from './code-digits.ts';
import { Field } from './field.tsx';

type CodeFieldProps = Pick<ComponentProps<typeof Field>, 'hint' | 'error' | 'enterKeyHint' | 'ref'>;

/** Where a mailed code is typed or pasted; it keeps nothing but digits. */
export function CodeField({ hint = 'Six digits. You can paste it.', ...rest }: CodeFieldProps) {
  function keepDigits(event: FormEvent<HTMLInputElement>): void {
    event.currentTarget.value = codeDigits(event.currentTarget.value);
  }
  return (
    <Field
      label="Code"
      name="code"
      hint={hint}
      autoComplete="one-time-code"
      inputMode="numeric"
      onInput={keepDigits}
      {...rest}
    />
  );
}

import type { LabelKey } from '../labels.ts';
import { useModal } from '../modal-context.ts';
import { Field } from './field.tsx';

/** The address of an account. */
export function EmailField({ placeholder }: { placeholder: LabelKey }) {
  const { label } = useModal();
  return (
    <Field
      label={label('email_address')}
      name="email"
      type="email"
      placeholder={label(placeholder)}
      autoComplete="username"
      required
    />
  );
}

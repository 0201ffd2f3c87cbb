import { limits } from '../../contract/limits.ts';
import { Field } from '../../ui/field.tsx';
import type { Form } from '../../ui/use-form.ts';

interface ReasonFieldProps {
  form: Form;
  /** Who reads it. */
  hint?: string;
  label?: string;
  optional?: boolean;
}

/** Why something is done, for the audit log; the form's `reason`. */
export function ReasonField({
  form,
  hint = 'It stands in the audit log.',
  label = 'Reason',
  optional,
}: ReasonFieldProps) {
  return (
    <Field
      label={label}
      name="reason"
      optional={optional}
      hint={hint}
      autoComplete="off"
      maxLength={limits.reasonMaxLength}
      error={form.errorOf('reason')}
    />
  );
}

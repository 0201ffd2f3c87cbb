import { useId } from 'react';
import type { ComponentProps, ReactNode } from 'react';
import { FieldError } from './field-error.tsx';
import { join } from './join.ts';

export interface FieldProps extends Omit<ComponentProps<'input'>, 'size'> {
  label: string;
  /** The key its value has in the form. */
  name: string;
  hint?: ReactNode;
  error?: string | undefined;
  /** Adds "(optional)" to the label. */
  optional?: boolean;
}

export const inputClass =
  'block w-full min-h-12 rounded-lg border border-control bg-white px-4 py-2.5 text-ink aria-invalid:border-2 aria-invalid:border-error [&[readonly]]:bg-surface';

/** A labelled input. Label above, hint under it, error between hint and input with the same words as the summary. */
export function Field({ label, name, hint, error, optional, className, id, ...input }: FieldProps) {
  const { fieldId, describedBy, hintId, errorId } = useFieldIds({ id, hint, error });
  return (
    <FieldFrame error={error} className={className}>
      <FieldLabel htmlFor={fieldId} optional={optional}>
        {label}
      </FieldLabel>
      {hint && <FieldHint id={hintId}>{hint}</FieldHint>}
      <FieldError id={errorId} message={error} />
      <input
        {...input}
        id={fieldId}
        name={name}
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy}
        className={join(inputClass, 'mt-2')}
      />
    </FieldFrame>
  );
}

/** Ids that tie label, hint and error to their input. */
export function useFieldIds({
  id,
  hint,
  error,
}: {
  id?: string | undefined;
  hint?: ReactNode;
  error?: string | undefined;
}) {
  const ownId = useId();
  const fieldId = id ?? ownId;
  const hintId = `${fieldId}-hint`;
  const errorId = `${fieldId}-error`;
  return {
    fieldId,
    hintId,
    errorId,
    describedBy: join(Boolean(hint) && hintId, Boolean(error) && errorId) || undefined,
  };
}

/** The 4-px bar beside a field with a problem; without one nothing moves. */
export function FieldFrame({
  error,
  className,
  children,
}: {
  error?: string | undefined;
  className?: string | undefined;
  children: ReactNode;
}) {
  return <div className={join(error && 'border-l-4 border-error pl-4', className)}>{children}</div>;
}

export function FieldLabel({
  htmlFor,
  optional,
  children,
}: {
  htmlFor: string;
  optional?: boolean | undefined;
  children: ReactNode;
}) {
  return (
    <label htmlFor={htmlFor} className="block scroll-mt-24 font-semibold">
      {children}
      {optional && <span className="font-normal text-muted"> (optional)</span>}
    </label>
  );
}

export function FieldHint({ id, children }: { id: string; children: ReactNode }) {
  return (
    <p id={id} className="mt-1 text-sm text-muted">
      {children}
    </p>
  );
}

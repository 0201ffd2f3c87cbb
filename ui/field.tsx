import { useId } from 'react';
import type { ComponentProps, ReactNode } from 'react';
import { FieldError } from './field-error.tsx';
import { join } from './join.ts';

export const inputClass =
  'block w-full min-h-12 rounded-lg border border-control bg-white px-4 py-2.5 text-ellipsis text-ink aria-invalid:border-2 aria-invalid:border-error [&[readonly]]:bg-surface';

/** What stands around a control. */
export interface LabelledProps {
  label: string;
  hint?: ReactNode;
  error?: string | undefined;
  /** Adds "(optional)" to the label. */
  optional?: boolean | undefined;
  className?: string | undefined;
  id?: string | undefined;
}

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

interface ControlProps {
  id: string;
  'aria-invalid': true | undefined;
  'aria-describedby': string | undefined;
}

interface LabelledControlProps extends LabelledProps {
  /** Draws the control with what ties it to its label, hint and error. */
  children: (control: ControlProps) => ReactNode;
}

/** Label above, hint under it, error between hint and control with the same words as the summary. */
export function LabelledControl({ label, hint, error, optional, className, id, children }: LabelledControlProps) {
  const { fieldId, describedBy, hintId, errorId } = useFieldIds({ id, hint, error });
  return (
    <FieldFrame error={error} className={className}>
      <label htmlFor={fieldId} className="block scroll-mt-24 font-semibold">
        {label}
        {optional && <span className="font-normal text-muted"> (optional)</span>}
      </label>
      {hint && <FieldHint id={hintId}>{hint}</FieldHint>}
      <FieldError id={errorId} message={error} />
      {children({ id: fieldId, 'aria-invalid': error ? true : undefined, 'aria-describedby': describedBy })}
    </FieldFrame>
  );
}

/** Ids that tie label, hint and error to their input. */
export function useFieldIds({ id, hint, error }: Pick<LabelledProps, 'id' | 'hint' | 'error'>) {
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

interface FieldFrameProps extends Pick<LabelledProps, 'error' | 'className'> {
  children: ReactNode;
}

/** The 4-px bar beside a field with a problem; without one nothing moves. */
export function FieldFrame({ error, className, children }: FieldFrameProps) {
  return <div className={join(error && 'border-l-4 border-error pl-4', className)}>{children}</div>;
}

export function FieldHint({ id, children }: { id: string; children: ReactNode }) {
  return (
    <p id={id} className="mt-1 text-sm text-muted">
      {children}
    </p>
  );
}

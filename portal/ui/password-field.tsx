import { Eye, EyeOff } from 'lucide-react';
import { useState } from 'react';
import { FieldError } from './field-error.tsx';
import { FieldFrame, FieldHint, FieldLabel, inputClass, useFieldIds } from './field.tsx';
import type { FieldProps } from './field.tsx';
import { join } from './join.ts';

interface PasswordFieldProps extends Omit<FieldProps, 'type' | 'optional'> {
  autoComplete: 'current-password' | 'new-password';
  /** Follows the toggle of another field instead of having its own. */
  shown?: boolean;
  onShownChange?: (shown: boolean) => void;
}

/** A password that can be shown and hidden again. */
export function PasswordField({ shown: follows, onShownChange, ...props }: PasswordFieldProps) {
  const [ownShown, setOwnShown] = useState(false);
  const shown = follows ?? ownShown;
  const { label, name, hint, error, className, id, ...input } = props;
  const { fieldId, describedBy, hintId, errorId } = useFieldIds({ id, hint, error });
  const hasToggle = follows === undefined || onShownChange !== undefined;
  return (
    <FieldFrame error={error} className={className}>
      <FieldLabel htmlFor={fieldId}>{label}</FieldLabel>
      {hint && <FieldHint id={hintId}>{hint}</FieldHint>}
      <FieldError id={errorId} message={error} />
      <div className="relative mt-2">
        <input
          {...input}
          id={fieldId}
          name={name}
          type={shown ? 'text' : 'password'}
          autoCapitalize="none"
          spellCheck={false}
          aria-invalid={error ? true : undefined}
          aria-describedby={describedBy}
          className={join(inputClass, hasToggle && 'pr-24')}
        />
        {hasToggle && <ShowToggle controls={fieldId} shown={shown} onToggle={onShownChange ?? setOwnShown} />}
      </div>
    </FieldFrame>
  );
}

interface ShowToggleProps {
  controls: string;
  shown: boolean;
  onToggle: (shown: boolean) => void;
}

/** The button says what it will do; a live text says what is so, once somebody has pressed it. */
function ShowToggle({ controls, shown, onToggle }: ShowToggleProps) {
  const [pressed, setPressed] = useState(false);
  const Icon = shown ? EyeOff : Eye;
  return (
    <>
      <button
        type="button"
        aria-controls={controls}
        onClick={() => {
          setPressed(true);
          onToggle(!shown);
        }}
        className="absolute inset-y-1 right-1 inline-flex min-w-11 cursor-pointer items-center gap-1.5 rounded-md px-3 text-sm font-semibold text-brand hover:bg-tint"
      >
        <Icon className="size-4" aria-hidden="true" />
        {shown ? 'Hide' : 'Show'}
        <span className="sr-only"> password</span>
      </button>
      <span aria-live="polite" className="sr-only">
        {pressed && (shown ? 'Your password is shown' : 'Your password is hidden')}
      </span>
    </>
  );
}

import { Eye, EyeOff } from 'lucide-react';
import { useState } from 'react';
import { inputClass, LabelledControl } from './field.tsx';
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
  const { label, hint, error, className, id, ...input } = props;
  const hasToggle = follows === undefined || onShownChange !== undefined;
  return (
    <LabelledControl {...{ label, hint, error, className, id }}>
      {(control) => (
        <div className="relative mt-2">
          <input
            {...input}
            {...control}
            type={shown ? 'text' : 'password'}
            autoCapitalize="none"
            spellCheck={false}
            className={join(inputClass, hasToggle && 'pr-24')}
          />
          {hasToggle && <ShowToggle controls={control.id} shown={shown} onToggle={onShownChange ?? setOwnShown} />}
        </div>
      )}
    </LabelledControl>
  );
}

interface ShowToggleProps {
  controls: string;
  shown: boolean;
  onToggle: (shown: boolean) => void;
}

/** The button says what it will do; a live text says what is so, once it has been pressed. */
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

import { Check } from 'lucide-react';
import type { ReactNode } from 'react';

/** A step that is done, in one line, with the way back to it. */
export function FinishedStep({
  name,
  onChange,
  children,
}: {
  name: string;
  onChange: () => void;
  children: ReactNode;
}) {
  return (
    <div className="flex items-center gap-3 rounded-lg border border-line bg-surface px-4 py-2">
      <Check className="size-5 shrink-0 text-success" aria-hidden="true" />
      <p className="min-w-0 flex-1">
        <span className="block text-sm text-muted">{name}</span>
        <span className="block font-semibold">{children}</span>
      </p>
      <button
        type="button"
        onClick={onChange}
        className="min-h-11 cursor-pointer px-2 font-semibold text-brand underline underline-offset-4"
      >
        Change<span className="sr-only">{` ${name.toLowerCase()}`}</span>
      </button>
    </div>
  );
}

import { useEffect, useState, type ReactNode } from 'react';

/** How long it says so. As in the dialogs. Milliseconds. */
const copiedMs = 2_000;

interface CopyButtonProps {
  text: () => string;
  className: string;
  label?: string;
  children: ReactNode;
}

/** Puts a text on the clipboard, and says whether it did. */
export function CopyButton({ text, className, label, children }: CopyButtonProps) {
  const [told, setTold] = useState('');
  useEffect(() => {
    if (told === '') return undefined;
    const timer = setTimeout(() => setTold(''), copiedMs);
    return () => clearTimeout(timer);
  }, [told]);
  return (
    <>
      <button
        type="button"
        className={className}
        aria-label={label}
        onClick={() => {
          copy(text()).then(
            () => setTold('Copied'),
            () => setTold('Not copied'),
          );
        }}
      >
        {told || children}
      </button>
      <span aria-live="polite" className="unseen">
        {told}
      </span>
    </>
  );
}

/** Pages without encryption, and some frames, have no clipboard. */
async function copy(text: string): Promise<void> {
  await navigator.clipboard.writeText(text);
}

import { useEffect, useState } from 'react';
import { useModal } from '../modal-context.ts';
import { useProfile } from './profile-context.ts';

/** How long it says so. The protocol's. */
const copiedMs = 2_000;

/** Puts a text on the clipboard. */
export function CopyButton({ text }: { text: string }) {
  const { tell } = useModal();
  const { label } = useProfile();
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return undefined;
    const timer = setTimeout(() => setCopied(false), copiedMs);
    return () => clearTimeout(timer);
  }, [isCopied]);
  return (
    <button
      type="button"
      className="ms-button ms-button--small"
      onClick={() => {
        copy(text).then(
          () => setCopied(true),
          () => tell(label('something_went_wrong'), 'error'),
        );
      }}
    >
      <span aria-live="polite">{label(isCopied ? 'copied_button' : 'copy_button')}</span>
    </button>
  );
}

/** Pages without encryption, and some frames, have no clipboard. */
async function copy(text: string): Promise<void> {
  await navigator.clipboard.writeText(text);
}

import { Check, Copy } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';

/** Lines to copy, and the button that does it. */
export function CopyText({ text, label, isLong = false }: { text: string; label: string; isLong?: boolean }) {
  const [isCopied, setCopied] = useState(false);
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setCopied(true),
      () => setCopied(false),
    );
  return (
    <div className="flex flex-col gap-2">
      <pre
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- It scrolls: the keyboard has to reach it.
        tabIndex={0}
        role="group"
        aria-label={label}
        className="overflow-x-auto rounded-lg border border-line bg-surface p-3 font-mono text-sm select-all"
      >
        <code>{text}</code>
      </pre>
      <Button
        look="outline"
        className={isLong ? 'self-start' : 'self-start min-h-10! px-4! py-1!'}
        onClick={() => void copy()}
      >
        {isCopied ? <Check className="size-5" aria-hidden="true" /> : <Copy className="size-5" aria-hidden="true" />}
        {isCopied ? 'Copied' : 'Copy'}
      </Button>
      <span role="status" className="sr-only">
        {isCopied && 'It is copied'}
      </span>
    </div>
  );
}

import { Check, Copy, Download } from 'lucide-react';
import { useState } from 'react';
import { Button } from './button.tsx';
import { Notice } from './notice.tsx';

/** Recovery codes, which can be seen this once: to copy, to download. @param place whose account they open */
export function RecoveryCodes({ codes, place }: { codes: readonly string[]; place: string }) {
  const [isCopied, setCopied] = useState(false);
  const text = `Recovery codes for ${place}\nEach works once, when your phone or passkey is not there.\n\n${codes.join('\n')}\n`;

  async function copy() {
    await navigator.clipboard.writeText(text).then(
      () => setCopied(true),
      () => setCopied(false),
    );
  }

  return (
    <div className="flex flex-col gap-4">
      <Notice tone="warning" title="They are shown this once">
        <p>Keep them where you find them without your phone: in a password manager, or on paper in a drawer.</p>
      </Notice>
      <ul
        aria-label="Recovery codes"
        className="grid grid-cols-[repeat(auto-fit,minmax(10rem,1fr))] gap-x-6 gap-y-1 rounded-lg border border-line bg-surface p-4 font-mono text-base"
      >
        {codes.map((code) => (
          <li key={code} className="select-all">
            {code}
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-3">
        <Button look="outline" onClick={() => void copy()}>
          {isCopied ? <Check className="size-5" aria-hidden="true" /> : <Copy className="size-5" aria-hidden="true" />}
          {isCopied ? 'Copied' : 'Copy'}
        </Button>
        <a
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}
          download="recovery-codes.txt"
          className="inline-flex min-h-12 items-center gap-2 rounded-lg border border-control bg-white px-6 py-3 font-semibold hover:border-brand hover:text-brand"
        >
          <Download className="size-5" aria-hidden="true" />
          Download
        </a>
      </div>
      <span role="status" className="sr-only">
        {isCopied && 'The codes are copied'}
      </span>
    </div>
  );
}

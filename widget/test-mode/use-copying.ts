import { useEffect, useState } from 'react';

/** How long it is shown that something was copied. The protocol's. */
const copiedMs = 1_000;

/** What came of a press. */
interface Outcome {
  number: string;
  isCopied: boolean;
}

export interface Copying {
  /** The number that was copied a moment ago. */
  copied: string | undefined;
  /** The number that the browser kept from the clipboard: pages without encryption, and some frames, have none. */
  refused: string | undefined;
  copy: (number: string) => Promise<void>;
}

/** @param onShown it has been shown for long enough that something was copied */
export function useCopying(onShown: () => void): Copying {
  const [outcome, setOutcome] = useState<Outcome>();
  useEffect(() => {
    if (!outcome?.isCopied) return undefined;
    const timer = setTimeout(() => {
      setOutcome(undefined);
      onShown();
    }, copiedMs);
    return () => clearTimeout(timer);
  }, [outcome, onShown]);
  return {
    copied: outcome?.isCopied ? outcome.number : undefined,
    refused: outcome && !outcome.isCopied ? outcome.number : undefined,
    async copy(number) {
      const isCopied = await write(number);
      setOutcome({ number, isCopied });
    },
  };
}

/** @returns whether the browser allowed it */
async function write(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

import { useEffect, useState } from 'react';
import { useNavigation } from 'react-router';

/** Milliseconds without a key after which the address says what was typed. */
const typingMs = 250;

/** A text that is typed and stands in the address: at once on the screen, in the address once the typing pauses. */
export function useTypedText(inAddress: string, change: (text: string) => void) {
  const [text, setText] = useState(inAddress);
  const [seen, setSeen] = useState(inAddress);
  const [sent, setSent] = useState<string>();
  // Back, forward, a link and a cleared list change the address from elsewhere. What this field sent arrives a moment later,
  // when more may have been typed.
  if (seen !== inAddress) {
    setSeen(inAddress);
    setSent(undefined);
    if ((sent ?? text).trim() !== inAddress.trim()) setText(inAddress);
  }
  // While the next page loads, a change of this page's address would cancel that and stay here.
  const isLeaving = useNavigation().state !== 'idle';
  useEffect(() => {
    if (isLeaving || text.trim() === inAddress.trim()) return undefined;
    const timer = setTimeout(() => {
      setSent(text);
      change(text);
    }, typingMs);
    return () => clearTimeout(timer);
    // `change` is new with every drawing.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [text, inAddress, isLeaving]);
  return [text, setText] as const;
}

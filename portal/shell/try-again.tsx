import { useState } from 'react';
import { Button, type ButtonLook } from '../ui/button.tsx';

/** Loads the page again as soon as somebody answers: without a connection the browser's own page would take its place. */
export function TryAgain({ look, className }: { look?: ButtonLook; className?: string }) {
  const [isTrying, setTrying] = useState(false);

  async function tryAgain(): Promise<void> {
    setTrying(true);
    try {
      await fetch(location.href, { method: 'HEAD', cache: 'no-store' });
      location.reload();
    } catch {
      setTrying(false);
    }
  }

  return (
    <Button look={look} className={className} loading={isTrying} onClick={() => void tryAgain()}>
      Try again
    </Button>
  );
}

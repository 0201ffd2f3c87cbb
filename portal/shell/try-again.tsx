import { useEffect, useEffectEvent, useState } from 'react';
import { Button, type ButtonLook } from '../../ui/button.tsx';

interface TryAgainProps {
  look?: ButtonLook;
  className?: string;
  /** Tries by itself once there is a connection again. Only where nothing typed stands on the page. */
  isAutomatic?: boolean;
}

/** Loads the page again as soon as the server answers: without a connection the browser's own page would take its place. */
export function TryAgain({ look, className, isAutomatic = false }: TryAgainProps) {
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

  const onConnection = useEffectEvent(() => void (isAutomatic && tryAgain()));
  useEffect(() => {
    addEventListener('online', onConnection);
    return () => removeEventListener('online', onConnection);
  }, []);

  return (
    <Button look={look} className={className} loading={isTrying} onClick={() => void tryAgain()}>
      Try again
    </Button>
  );
}

import { useEffect, useState } from 'react';
import { PartnerLogo } from '../partner/partner-logo.tsx';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { SpinnerIcon } from '../../ui/spinner.tsx';

/** How long the card page may take before the student is given something to press. Milliseconds. */
const patienceMs = 8_000;

interface LeavingProps {
  /** Of the card page. */
  url: string;
  onTurnBack: () => void;
}

/**
 * The moment between the portal and the card page: where one goes, and that one comes back. The browser does not tell a
 * page that its navigation was stopped: after a while it counts as such.
 */
export function Leaving({ url, onTurnBack }: LeavingProps) {
  const [isLong, setLong] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), patienceMs);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div className="on-deep fixed inset-0 z-40 flex flex-col items-center justify-center gap-4 bg-deep px-6 text-center text-white motion-safe:animate-[skeleton-in_200ms_ease-out]">
      <PartnerLogo className="mb-4 h-10 w-auto" />
      <SpinnerIcon className="size-8" />
      <div role="status" className="max-w-text space-y-4">
        <p className="text-h2">Opening the secure payment page</p>
        <p className="text-white/85">
          {isLong
            ? 'This takes longer than usual. Nothing is charged before you pay there.'
            : 'You will return here when you have paid, or whenever you turn back.'}
        </p>
      </div>
      {isLong && (
        <div className="flex flex-wrap justify-center gap-4">
          <ButtonLink to={url} look="outline">
            Open it again
          </ButtonLink>
          <Button look="outline" onClick={onTurnBack}>
            Go back
          </Button>
        </div>
      )}
    </div>
  );
}

import { useEffect, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { useBlocker } from 'react-router';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';

interface LeaveGuardProps {
  /** Whether something is typed that leaving would lose. */
  isDirty: boolean;
  /** What is lost, in a sentence. */
  children: ReactNode;
  /** Whether another page keeps what is typed; none does, unless given. */
  isKeptAt?: (pathname: string) => boolean;
}

/** Asks before unsaved input is lost: by another page of the console, or by closing or loading the tab. One at a time. */
export function LeaveGuard({ isDirty, children, isKeptAt }: LeaveGuardProps) {
  useWarning(isDirty);
  const blocker = useBlocker(
    ({ currentLocation, nextLocation: { pathname } }) =>
      isDirty && pathname !== currentLocation.pathname && !isKeptAt?.(pathname),
  );
  if (blocker.state !== 'blocked') return null;
  // The input may be in a tab that is hidden now, and with it all that stands there.
  return createPortal(
    <Dialog open title="Leave without saving?" onClose={() => blocker.reset()}>
      <p>{children}</p>
      <div className="mt-5 flex flex-wrap gap-3">
        <Button onClick={() => blocker.reset()}>Stay here</Button>
        <Button look="outline" onClick={() => blocker.proceed()}>
          Leave
        </Button>
      </div>
    </Dialog>,
    document.body,
  );
}

/** Has the browser ask before the tab is closed. */
function useWarning(isDirty: boolean): void {
  useEffect(() => {
    if (!isDirty) return undefined;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', warn);
    return () => removeEventListener('beforeunload', warn);
  }, [isDirty]);
}

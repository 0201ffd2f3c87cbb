import { useEffect } from 'react';
import { useBlocker } from 'react-router';
import { LossDialog } from './loss-dialog.tsx';

interface LeaveGuardProps {
  /** Whether something is typed that leaving would lose. */
  isDirty: boolean;
  /** What is lost, in a sentence. */
  children: string;
  /** Whether another page keeps what is typed; none does, unless given. */
  isKeptAt?: (pathname: string) => boolean;
}

/** What is typed on the page and not saved: several of its forms may have something. */
const unsaved = new Set<Pick<LeaveGuardProps, 'children' | 'isKeptAt'>>();
/** What another page loses, each sentence once. */
const lostAt = (pathname: string) => [
  ...new Set([...unsaved].flatMap(({ isKeptAt, children }) => (isKeptAt?.(pathname) ? [] : [children]))),
];

/** Has the console ask before unsaved input of a form is lost: by another page, or by closing or loading the tab. */
export function LeaveGuard({ isDirty, children, isKeptAt }: LeaveGuardProps) {
  useWarning(isDirty);
  useEffect(() => {
    if (!isDirty) return undefined;
    const input = { children, ...(isKeptAt && { isKeptAt }) };
    unsaved.add(input);
    return () => void unsaved.delete(input);
  }, [isDirty, children, isKeptAt]);
  return null;
}

/** The question about what {@link LeaveGuard}s of the page hold. Once on the page: the router asks one alone. */
export function LeaveQuestion() {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation: { pathname } }) =>
      pathname !== currentLocation.pathname && lostAt(pathname).length > 0,
  );
  if (blocker.state !== 'blocked') return null;
  return (
    <LossDialog
      title="Leave without saving?"
      press="Leave"
      onPress={() => blocker.proceed()}
      stay="Stay here"
      onClose={() => blocker.reset()}
    >
      {lostAt(blocker.location.pathname).map((lost) => (
        <p key={lost}>{lost}</p>
      ))}
    </LossDialog>
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

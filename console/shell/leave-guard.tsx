import { useEffect, useSyncExternalStore } from 'react';
import { useBlocker, useLocation } from 'react-router';
import { LossDialog } from './loss-dialog.tsx';

/** An address of the console. */
interface Place {
  pathname: string;
  search: string;
}

interface LeaveGuardProps {
  /** Whether something is typed that leaving would lose. */
  isDirty: boolean;
  /** What is lost, in a sentence. */
  children: string;
  /** Whether another address keeps what is typed; those of the same page do, unless given. */
  isKeptAt?: (to: Place) => boolean;
}

type Input = Pick<LeaveGuardProps, 'children' | 'isKeptAt'>;

/** What is typed on the page and not saved: several of its forms may have something. */
let unsaved: readonly Input[] = [];
const watchers = new Set<() => void>();
function setUnsaved(inputs: readonly Input[]): void {
  unsaved = inputs;
  for (const tell of watchers) tell();
}
function watch(tell: () => void): () => void {
  watchers.add(tell);
  return () => watchers.delete(tell);
}
/** What the way from one address to another loses, each sentence once. */
function lostBy(inputs: readonly Input[], from: Place, to: Place): string[] {
  const isSamePage = to.pathname === from.pathname;
  const lost = inputs.filter(({ isKeptAt }) => !(isKeptAt ? isKeptAt(to) : isSamePage));
  return [...new Set(lost.map(({ children }) => children))];
}

/** Lets another page take the place of this one: what was typed is saved, or was for something that is gone. */
export const forgetUnsaved = (): void => setUnsaved([]);

/** Has the console ask before unsaved input of a form is lost: by another page, or by closing or loading the tab. */
export function LeaveGuard({ isDirty, children, isKeptAt }: LeaveGuardProps) {
  useWarning(isDirty);
  useEffect(() => {
    if (!isDirty) return undefined;
    const input = { children, ...(isKeptAt && { isKeptAt }) };
    setUnsaved([...unsaved, input]);
    return () => setUnsaved(unsaved.filter((other) => other !== input));
  }, [isDirty, children, isKeptAt]);
  return null;
}

/**
 * The question about what {@link LeaveGuard}s of the page hold, as long as they do: what is saved meanwhile is not asked
 * about any more. Once on the page: the router asks one alone.
 */
export function LeaveQuestion() {
  const inputs = useSyncExternalStore(watch, () => unsaved);
  const here = useLocation();
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => lostBy(unsaved, currentLocation, nextLocation).length > 0,
  );
  const lost = blocker.location ? lostBy(inputs, here, blocker.location) : [];
  const mayGoOn = blocker.state === 'blocked' && lost.length === 0;
  useEffect(() => {
    if (mayGoOn) blocker.proceed();
  }, [mayGoOn, blocker]);
  if (blocker.state !== 'blocked' || mayGoOn) return null;
  return (
    <LossDialog
      title="Leave without saving?"
      press="Leave"
      onPress={() => blocker.proceed()}
      stay="Stay here"
      onClose={() => blocker.reset()}
    >
      {lost.map((each) => (
        <p key={each}>{each}</p>
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

import { useCallback, useEffect, useSyncExternalStore } from 'react';
import { askFor, isStale, knownAnswer, nothingKnown, watchAnswer, type Answer, type Question } from './answers.ts';

interface Watching<T> {
  /** While false nothing is asked; what is known still shows. */
  enabled?: boolean;
  /** Asks again so long after an answer; undefined for never. Milliseconds. */
  againAfterMs?: (data: T | undefined) => number | undefined;
}

export interface WatchedAnswer<T> extends Answer<T> {
  /** Neither answer nor failure yet. */
  isPending: boolean;
  isError: boolean;
  refetch: () => void;
}

/**
 * The answer to a question, asked when it is old as a screen opens and as the window comes back, and where it failed
 * once there is a connection again.
 */
export function useAnswer<T>(
  question: Question<T>,
  { enabled = true, againAfterMs }: Watching<T> = {},
): WatchedAnswer<T> {
  const { name } = question;
  // A question is known by its name; a new object of the same name is the same question.
  // oxlint-disable-next-line react-hooks/exhaustive-deps
  const watch = useCallback((tell: () => void) => watchAnswer(question, tell), [name]);
  const answer = useSyncExternalStore(
    watch,
    () => knownAnswer(question),
    // A page that was rendered by the build knows nothing yet; the first drawing in the browser has to be the same.
    () => nothingKnown,
  );
  const refetch = () => void askFor(question).catch(() => undefined);

  useEffect(() => {
    const askIfStale = () => enabled && document.visibilityState === 'visible' && isStale(question) && refetch();
    const askIfMissed = () => enabled && knownAnswer(question).error && refetch();
    askIfStale();
    window.addEventListener('online', askIfMissed);
    document.addEventListener('visibilitychange', askIfStale);
    window.addEventListener('focus', askIfStale);
    return () => {
      window.removeEventListener('online', askIfMissed);
      document.removeEventListener('visibilitychange', askIfStale);
      window.removeEventListener('focus', askIfStale);
    };
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [name, enabled]);

  const waitMs = enabled && !answer.isFetching ? againAfterMs?.(answer.data) : undefined;
  useEffect(() => {
    if (waitMs === undefined) return undefined;
    const timer = setTimeout(refetch, waitMs);
    return () => clearTimeout(timer);
    // Each answer starts the wait anew.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [waitMs, answer]);

  const isPending = answer.data === undefined && answer.error === null;
  return {
    ...answer,
    // About to be asked counts as asked: the first paint must not say "nothing".
    isFetching: answer.isFetching || (enabled && isPending),
    isPending,
    isError: answer.error !== null,
    refetch,
  };
}

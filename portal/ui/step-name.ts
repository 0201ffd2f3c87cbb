import { useEffect, useSyncExternalStore } from 'react';

let stepName = '';
const watchers = new Set<() => void>();

function say(name: string): void {
  stepName = name;
  for (const watcher of watchers) watcher();
}

/** Tells the top bar the name of the step on screen, which phones show in its middle. */
export function useStepName(name: string | undefined): void {
  useEffect(() => {
    say(name ?? '');
    return () => say('');
  }, [name]);
}

/** The name of the step on screen, or an empty text. */
export function useShownStepName(): string {
  return useSyncExternalStore(
    (watcher) => {
      watchers.add(watcher);
      return () => watchers.delete(watcher);
    },
    () => stepName,
    () => '',
  );
}

import { useSyncExternalStore } from 'react';

/** CSS pixels from which the side column is shown, `md` of the style sheet; below, the menu stands in for it. */
const leastWidth = 768;

function subscribe(onChange: () => void): () => void {
  addEventListener('resize', onChange);
  return () => removeEventListener('resize', onChange);
}

/**
 * Whether the window has room for the side column.
 *
 * @returns undefined as long as a page of the build is being taken over, which knows no window
 */
export const useHasSideColumn = (): boolean | undefined =>
  useSyncExternalStore<boolean | undefined>(
    subscribe,
    () => innerWidth >= leastWidth,
    () => undefined,
  );

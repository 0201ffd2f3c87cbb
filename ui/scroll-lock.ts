import { useEffect } from 'react';

/** Keeps the page behind a dialog or drawer from scrolling. */
export function useScrollLock(locked: boolean): void {
  useEffect(() => {
    if (!locked) return undefined;
    document.documentElement.classList.add('overflow-hidden');
    return () => document.documentElement.classList.remove('overflow-hidden');
  }, [locked]);
}

import { useSyncExternalStore } from 'react';

/** A choice that this browser keeps, and shows in all of its tabs: an id or a code, never anything about people. */
export function keptChoice(key: string) {
  const watchers = new Set<() => void>();
  const read = (): string | undefined => {
    try {
      return localStorage.getItem(key) ?? undefined;
    } catch {
      return undefined;
    }
  };
  const watch = (tell: () => void) => {
    const onStorage = (event: StorageEvent) => event.key === key && tell();
    watchers.add(tell);
    addEventListener('storage', onStorage);
    return () => {
      watchers.delete(tell);
      removeEventListener('storage', onStorage);
    };
  };
  return {
    use: (): string | undefined => useSyncExternalStore(watch, read),
    /** @param value undefined takes the choice away */
    choose(value: string | undefined): void {
      try {
        if (value === undefined) localStorage.removeItem(key);
        else localStorage.setItem(key, value);
      } catch {
        // It holds for this page where the browser stores nothing.
      }
      for (const tell of watchers) tell();
    },
  };
}

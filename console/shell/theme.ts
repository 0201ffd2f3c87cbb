import { useSyncExternalStore } from 'react';

/** Light or dark as chosen here, else as the system has it. */
export type Theme = 'system' | 'light' | 'dark';

const key = 'intake-console-theme';
const watchers = new Set<() => void>();

/** The choice this browser keeps. A browser that keeps nothing follows the system. */
function readTheme(): Theme {
  try {
    const kept = localStorage.getItem(key);
    return kept === 'light' || kept === 'dark' ? kept : 'system';
  } catch {
    return 'system';
  }
}

/** Puts the choice on the page. */
export function applyTheme(theme = readTheme()): void {
  if (theme === 'system') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = theme;
}

/** Chooses light or dark for this browser. */
export function chooseTheme(theme: Theme): void {
  try {
    if (theme === 'system') localStorage.removeItem(key);
    else localStorage.setItem(key, theme);
  } catch {
    // Kept for this page alone where the browser stores nothing.
  }
  applyTheme(theme);
  for (const tell of watchers) tell();
}

/** The choice, kept up to date across tabs. */
export const useTheme = (): Theme =>
  useSyncExternalStore((tell) => {
    const onStorage = (event: StorageEvent) => {
      if (event.key !== key) return;
      applyTheme();
      tell();
    };
    watchers.add(tell);
    addEventListener('storage', onStorage);
    return () => {
      watchers.delete(tell);
      removeEventListener('storage', onStorage);
    };
  }, readTheme);

import { useSyncExternalStore } from 'react';

const key = 'intake-console-shortcuts';
const watchers = new Set<() => void>();

/** Whether single keys do something. Speech input types letters, so that they can be switched off (WCAG 2.1.4). */
export function areShortcutsOn(): boolean {
  try {
    return localStorage.getItem(key) !== 'off';
  } catch {
    return true;
  }
}

/** Switches single keys on or off for this browser. */
export function switchShortcuts(on: boolean): void {
  try {
    if (on) localStorage.removeItem(key);
    else localStorage.setItem(key, 'off');
  } catch {
    // They stay on where the browser stores nothing.
  }
  for (const tell of watchers) tell();
}

export const useShortcutsOn = (): boolean =>
  useSyncExternalStore((tell) => {
    watchers.add(tell);
    return () => watchers.delete(tell);
  }, areShortcutsOn);

import { useEffect, useEffectEvent } from 'react';
import { areShortcutsOn } from './shortcut-setting.ts';

/** What keys do: `?`, `g m` for one after the other, `mod+k` for ⌘K or Ctrl K. */
export type Shortcuts = Readonly<Record<string, () => void>>;

/** Milliseconds in which the second key of two has to follow. */
const togetherMs = 1_000;
const typing = 'input:not([type=checkbox], [type=radio], [type=button]), textarea, select, [contenteditable=true]';

/** Listens for keys while the component is shown. Single keys do nothing in a field, in a dialog, or when switched off. */
export function useShortcuts(shortcuts: Shortcuts): void {
  const onKey = useEffectEvent((pressed: string, event: KeyboardEvent) => {
    const act = shortcuts[pressed];
    if (!act) return false;
    event.preventDefault();
    act();
    return true;
  });
  useEffect(() => {
    let before = '';
    let beforeMs = 0;
    const listen = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing || event.altKey) return;
      if (event.metaKey || event.ctrlKey) {
        onKey(`mod+${event.key.toLowerCase()}`, event);
        return;
      }
      if (!areShortcutsOn() || isBusy(event.target)) return;
      const isTogether = before !== '' && event.timeStamp - beforeMs < togetherMs;
      const hasActed = (isTogether && onKey(`${before} ${event.key}`, event)) || onKey(event.key, event);
      before = hasActed ? '' : event.key;
      beforeMs = event.timeStamp;
    };
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, []);
}

const isBusy = (target: EventTarget | null) =>
  (target instanceof Element && target.closest(typing) !== null) || document.querySelector('dialog[open]') !== null;

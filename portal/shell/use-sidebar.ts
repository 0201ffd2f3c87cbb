import { useEffect, useState } from 'react';
import { isSideNavOpen, sideNavCookie } from '../../shared/side-nav.ts';

/** Whether the side navigation is open. Kept in a cookie for seven days; Ctrl+B or Cmd+B toggles it. */
export function useSidebar(): { isOpen: boolean; toggle: () => void } {
  const [isOpen, setOpen] = useState(() => import.meta.env.SSR || isSideNavOpen(document.cookie));

  function toggle(): void {
    setOpen(!isOpen);
    document.cookie = sideNavCookie(!isOpen, location.protocol);
  }

  useEffect(() => {
    function onKeyDown(event: KeyboardEvent): void {
      if (!isToggleKey(event) || isEditable(event.target)) return;
      event.preventDefault();
      toggle();
    }
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  });

  return { isOpen, toggle };
}

/** Ctrl+B or Cmd+B, with nothing else held. */
export function isToggleKey(
  event: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>,
): boolean {
  return event.key.toLowerCase() === 'b' && event.ctrlKey !== event.metaKey && !event.altKey && !event.shiftKey;
}

// In a text the keys belong to the text.
function isEditable(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.matches('textarea, select, input:not([type=checkbox], [type=radio])'))
  );
}

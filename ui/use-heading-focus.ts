import { useEffect, useRef } from 'react';
import type { RefObject } from 'react';

/**
 * When one screen of a page gives way to another, starts the reader at its heading: not on the first showing, and not
 * one who has gone on elsewhere, into the menu say.
 *
 * @param screen changes when the screen does
 * @returns the ref of the element the screens stand in; their `h1` needs `tabIndex={-1}`
 */
export function useHeadingFocus(screen: string): RefObject<HTMLDivElement | null> {
  const container = useRef<HTMLDivElement>(null);
  const shown = useRef(screen);
  useEffect(() => {
    if (shown.current === screen) return;
    shown.current = screen;
    const screens = container.current;
    const { activeElement: focused } = document;
    if (!focused || focused.contains(screens) || screens?.contains(focused))
      screens?.querySelector('h1')?.focus({ preventScroll: true });
    window.scrollTo({ top: 0 });
  }, [screen]);
  return container;
}

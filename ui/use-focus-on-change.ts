import { useEffect, useRef } from 'react';
import type { RefObject } from 'react';

/**
 * Moves the focus to an element when `value` changes, to the heading of the next step say. Not on the first showing.
 *
 * @returns the ref of an element with `tabIndex={-1}`
 */
export function useFocusOnChange<Element extends HTMLElement>(value: unknown): RefObject<Element | null> {
  const element = useRef<Element>(null);
  const last = useRef(value);
  useEffect(() => {
    if (Object.is(last.current, value)) return;
    last.current = value;
    element.current?.focus();
  }, [value]);
  return element;
}

import { useRef, type RefObject } from 'react';
import { useShortcuts } from '../shell/use-shortcuts.ts';

/**
 * `j` and `k` go from row to row, of those that are not drawn yet too.
 *
 * @param scrollTo brings a row into view, so that it is drawn
 */
export function useRowKeys(
  table: RefObject<HTMLElement | null>,
  rows: number,
  scrollTo: (index: number) => void,
): void {
  const at = useRef(-1);
  const go = (step: number) => {
    const focused = document.activeElement?.closest<HTMLElement>('tr[data-index]');
    const from = focused && table.current?.contains(focused) ? Number(focused.dataset['index']) : at.current;
    const next = Math.min(Math.max(from + step, 0), rows - 1);
    if (next < 0) return;
    at.current = next;
    scrollTo(next);
    // After the row has been drawn.
    requestAnimationFrame(() =>
      requestAnimationFrame(() =>
        table.current
          ?.querySelector<HTMLElement>(`tr[data-index="${next}"] [data-row-link]`)
          ?.focus({ preventScroll: true }),
      ),
    );
  };
  useShortcuts({ j: () => go(1), k: () => go(-1) });
}

import { useRef, type RefObject } from 'react';
import { useShortcuts } from '../shell/use-shortcuts.ts';

interface RowKeys {
  /** Brings a row into view, so that it is drawn. */
  scrollTo: (index: number) => void;
  /** What `x` does with the row that has the focus; undefined where rows cannot be chosen. */
  onChoose: ((index: number) => void) | undefined;
}

/** `j` and `k` go from row to row, of those that are not drawn yet too; `x` chooses the row. */
export function useRowKeys(table: RefObject<HTMLElement | null>, rows: number, { scrollTo, onChoose }: RowKeys): void {
  const at = useRef(-1);
  const focusedRow = () => {
    const focused = document.activeElement?.closest<HTMLElement>('tr[data-index]');
    return focused && table.current?.contains(focused) ? Number(focused.dataset['index']) : undefined;
  };
  const go = (step: number) => {
    const from = focusedRow() ?? at.current;
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
  const choose = () => {
    const row = focusedRow();
    if (row !== undefined) onChoose?.(row);
  };
  useShortcuts({ j: () => go(1), k: () => go(-1), ...(onChoose && { x: choose }) });
}

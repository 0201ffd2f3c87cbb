import { useRef, type ReactNode } from 'react';
import type { ListCount } from '../../contract/console/list.ts';
import { Button } from '../../ui/button.tsx';
import { useShortcuts } from '../shell/use-shortcuts.ts';
import type { Chosen, ChosenRows } from './use-chosen-rows.ts';

interface ChosenBarProps {
  rows: ChosenRows;
  rowsName: string;
  /** How many search and filters find. */
  count: ListCount | undefined;
  /** How many can be acted on one by one. */
  idsMost: number;
  /** What is offered for them. */
  acts: (chosen: Chosen, clear: () => void) => ReactNode;
}

const numbers = new Intl.NumberFormat();

/**
 * Seen below a list of which rows are chosen: how many, the way to all that are found, and what may be done. For
 * keyboards it comes before the rows, which have no end while one goes down, and `a` leads to it from any row.
 */
export function ChosenBar({ rows, rowsName, count, idsMost, acts }: ChosenBarProps) {
  const { chosen, areAll, areTooMany, chooseFound, clear } = rows;
  const bar = useRef<HTMLElement>(null);
  // It is in view already: the room kept free above it would scroll the rows away.
  useShortcuts({ a: () => bar.current?.querySelector('button')?.focus({ preventScroll: true }) });
  if (!chosen) return null;
  const found = count ? `${count.isExact ? '' : 'about '}${numbers.format(count.rows)}` : '';
  const mayTakeAll =
    'ids' in chosen && count !== undefined && (areTooMany || (areAll && count.rows > chosen.ids.length));
  return (
    <section
      ref={bar}
      aria-label={`Chosen ${rowsName}`}
      data-lower-bar=""
      className="sticky bottom-0 order-last z-20 mt-4 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-t-xl border border-line bg-white px-4 py-3 shadow-raised"
    >
      <p role="status" className="font-semibold">
        {'ids' in chosen ? `${numbers.format(chosen.ids.length)} chosen` : `All ${found} that match are chosen`}
      </p>
      {areTooMany && (
        <p>
          Up to {numbers.format(idsMost)} are chosen one by one. Filter the list for more, and choose all that match.
        </p>
      )}
      {mayTakeAll && (
        <Button look="link" onClick={chooseFound}>
          Choose all {found} that match
        </Button>
      )}
      <Button look="link" onClick={clear}>
        Choose none
      </Button>
      {!areTooMany && <span className="ml-auto">{acts(chosen, clear)}</span>}
    </section>
  );
}

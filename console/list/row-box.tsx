import type { KeyboardEvent, MouseEvent } from 'react';
import { join } from '../../ui/join.ts';
import type { ChosenRows } from './use-chosen-rows.ts';

const boxClass = 'size-5 cursor-pointer accent-brand';

/** The box that chooses every row that is there. */
export const AllBox = ({ rows: { isStale, areAll, toggleAll }, rowsName }: { rows: ChosenRows; rowsName: string }) => (
  <th scope="col" className="sticky top-[3.5rem] z-10 border-b border-line bg-white px-3 py-1 align-middle">
    <input
      type="checkbox"
      aria-label={`Choose all ${rowsName} of the list`}
      disabled={isStale}
      checked={areAll}
      onChange={toggleAll}
      className={`${boxClass} align-middle`}
    />
  </th>
);

interface RowBoxProps {
  rows: ChosenRows;
  id: string;
  /** In the list, from 1. */
  number: number;
  /** Whether the row is one line high on wide screens. */
  isOneLine: boolean;
}

/** The box of one row. With Shift, by mouse or the space bar, the rows since the last one go along. */
export function RowBox({ rows: { isStale, isChosen, toggle }, id, number, isOneLine }: RowBoxProps) {
  const onClick = ({ shiftKey }: MouseEvent) => toggle(id, shiftKey);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== ' ' || !event.shiftKey) return;
    event.preventDefault();
    toggle(id, true);
  };
  return (
    // Above the row's link, which covers the row, and below the header.
    <td
      className={join(
        'relative z-[1] float-right block border-line p-1 md:float-none md:table-cell md:border-b md:px-3',
        isOneLine ? 'md:py-0 md:align-middle' : 'md:py-2.5 md:align-top',
      )}
    >
      <input
        type="checkbox"
        aria-label={`Choose row ${number}`}
        disabled={isStale}
        checked={isChosen(id)}
        // The click tells of Shift, which a change does not.
        onClick={onClick}
        onKeyDown={onKeyDown}
        readOnly
        className={`${boxClass} align-middle max-md:size-6`}
      />
    </td>
  );
}

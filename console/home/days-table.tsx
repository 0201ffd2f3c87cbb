import type { Figures } from '../../contract/console/figures.ts';
import { dayOf } from '../shell/times.ts';
import { FigureRow, FigureTable } from '../figures/figure-table.tsx';
import { numberText } from '../figures/figure-words.ts';

/** The figures of every day, the last one first. */
export function DaysTable({ figures }: { figures: Figures }) {
  return (
    <div className="mt-2 max-w-[32rem]">
      <FigureTable label="New members and enrolments by day" head={['Day', 'New members', 'Enrolments']}>
        {figures.days.toReversed().map(({ day, registered, enrolled }) => (
          <FigureRow key={day} label={dayOf(day)} cells={[numberText(registered), numberText(enrolled)]} />
        ))}
      </FigureTable>
    </div>
  );
}

import { useState } from 'react';
import type { CohortSeats, Figures } from '../../contract/console/figures.ts';
import { seatsOfFigures } from '../../contract/console/figure-lists.ts';
import { Button } from '../../ui/button.tsx';
import { Link } from '../../ui/link.tsx';
import { dayOf } from '../shell/times.ts';
import { FigureLink } from '../figures/figure-link.tsx';
import { FigureRow, FigureTable } from '../figures/figure-table.tsx';
import { numberText } from '../figures/figure-words.ts';

/** Cohorts that are shown at once: those that begin next. */
const shownAtOnce = 6;

/** The seats of each cohort, drawn and in numbers. Those sold here lead to their orders; what others sold is counted alone. */
export function SeatsTable({ figures }: { figures: Figures }) {
  const { cohorts } = figures;
  const [showsAll, setShowsAll] = useState(false);
  const shown = showsAll ? cohorts : cohorts.slice(0, shownAtOnce);
  return (
    <>
      <FigureTable label="Seats by cohort" head={['Cohort', 'Starts', 'Sold', 'Sold here', 'Held', 'Free']}>
        {shown.map((cohort) => (
          <FigureRow
            key={cohort.id}
            label={
              <Link
                to={`/cohorts/${encodeURIComponent(cohort.id)}`}
                className="inline-flex min-h-8 items-center text-brand underline decoration-1 underline-offset-4 hover:decoration-2"
              >
                {cohort.name}
              </Link>
            }
            cells={[
              <span key="starts" className="whitespace-nowrap">
                {cohort.startDate === null ? '' : dayOf(cohort.startDate)}
              </span>,
              <Seats key="seats" {...cohort} />,
              <FigureLink key="here" to={seatsOfFigures(figures, cohort.id)} words={`Seats sold here, ${cohort.name}`}>
                {numberText(cohort.soldHere)}
              </FigureLink>,
              numberText(cohort.held),
              numberText(freeOf(cohort)),
            ]}
          />
        ))}
      </FigureTable>
      {cohorts.length > shown.length && (
        <Button look="link" className="mt-3" onClick={() => setShowsAll(true)}>
          Show all {cohorts.length} cohorts
        </Button>
      )}
    </>
  );
}

const freeOf = ({ capacity, sold, held }: CohortSeats) => Math.max(0, capacity - sold - held);

/** A bar of sold, held and free seats, with the numbers beside it. */
function Seats({ capacity, sold, held }: CohortSeats) {
  const part = (seats: number) => `${capacity === 0 ? 0 : Math.min(100, (seats / capacity) * 100)}%`;
  return (
    <span className="inline-flex items-center gap-3 whitespace-nowrap">
      <svg width="120" height="10" aria-hidden="true" className="shrink-0 overflow-hidden rounded-full">
        <rect width="100%" height="10" fill="var(--color-surface-strong)" />
        <rect width={part(sold + held)} height="10" fill="var(--color-warning)" />
        <rect width={part(sold)} height="10" fill="var(--brand)" />
      </svg>
      {numberText(sold)} of {numberText(capacity)}
    </span>
  );
}

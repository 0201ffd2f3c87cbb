import type { Figures } from '../../contract/console/figures.ts';
import { dayOf } from '../shell/times.ts';
import { FigureLink } from './figure-links.tsx';
import { FigureRow, FigureTable } from './figure-table.tsx';
import { numberText } from './figure-words.ts';

/** The seats of each cohort. Those sold lead to their orders; of others' partners they are counted, not listed. */
export function SeatsTable({ figures: { cohorts, funnel } }: { figures: Figures }) {
  const partners = funnel.map(({ partner }): [string, string] => ['partner', partner]);
  const ordersOf = (id: string) => `/orders?${new URLSearchParams([...partners, ['cohort', id], ['state', 'paid']])}`;
  return (
    <FigureTable label="Seats by cohort" head={['Cohort', 'Starts', 'Sold', 'Of them here', 'Held', 'Free']}>
      {cohorts.map(({ id, name, startDate, capacity, sold, soldHere, held }) => (
        <FigureRow
          key={id}
          label={name}
          cells={[
            startDate === null ? '' : dayOf(startDate),
            `${numberText(sold)} of ${numberText(capacity)}`,
            <FigureLink key="here" to={ordersOf(id)} words={`Seats sold here, ${name}`}>
              {numberText(soldHere)}
            </FigureLink>,
            numberText(held),
            numberText(Math.max(0, capacity - sold - held)),
          ]}
        />
      ))}
    </FigureTable>
  );
}

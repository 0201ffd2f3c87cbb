import type { RunConsequences } from '../../contract/console/runs-schemas.ts';
import { startText } from '../shell/times.ts';
import { RunRow, RunTable } from './run-table.tsx';
import { counted } from './run-words.ts';

/** The open cohorts that students of a run can go to. */
export function OtherCohorts({ others }: Pick<RunConsequences, 'others'>) {
  return (
    <section aria-labelledby="others">
      <h2 id="others" className="mb-2">
        Where students can go instead
      </h2>
      {others.length === 0 ? (
        <p className="text-muted">
          No other cohort of this course is open, so that students can only have their money back. Open one first, if
          there is to be one.
        </p>
      ) : (
        <RunTable label="Other cohorts" head={['Cohort', 'Starts', 'For', 'Free']}>
          {others.map(({ id, name, startDate, partners, free }) => (
            <RunRow
              key={id}
              label={name}
              cells={[
                <span key="starts" className="whitespace-nowrap">
                  {startText(startDate)}
                </span>,
                partners === null ? 'Every partner' : partners.map((code) => code.toUpperCase()).join(', '),
                counted(free, 'seat'),
              ]}
            />
          ))}
        </RunTable>
      )}
    </section>
  );
}

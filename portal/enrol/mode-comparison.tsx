import study from 'content:study';
import type { ReactNode } from 'react';
import { courseWeeks, studyModes, studyModeNames } from '../../shared/courses.ts';
import type { Partner } from '../../shared/partners.ts';
import type { StudyMode } from '../../shared/courses.ts';
import type { Cohort } from '../../contract/cohorts.ts';
import { usePartner } from '../partner/partner.tsx';
import { useContent } from '../partner/use-content.ts';
import { ownHours, readerZone } from '../session/cohort-times.ts';
import { findNextStart } from '../session/cohorts.ts';
import { formatSchedule, formatStart, unbroken } from '../ui/format.ts';

/** Both ways to study, side by side. */
export function ModeComparison({ cohorts }: { cohorts: Cohort[] }) {
  const partner = usePartner();
  const modes = useContent(study);
  const nextOf = (mode: StudyMode) =>
    cohorts[0] &&
    findNextStart(
      cohorts.filter((cohort) => cohort.mode === mode),
      cohorts[0].course,
    );
  const rows: [string, (mode: StudyMode) => ReactNode][] = [
    ['Length', (mode) => `${courseWeeks[mode]} weeks`],
    ['Classes', (mode) => classesOf(partner, nextOf(mode))],
    ['Next start', (mode) => formatStart(partner, nextOf(mode)?.startDate ?? '')],
    ['Suits you if', (mode) => modes[mode].suits],
    ['Price', () => 'The same'],
  ];
  return (
    <section className="mt-8" aria-labelledby="modes">
      <h2 id="modes" className="text-h3">
        Full-time or part-time?
      </h2>
      <table className="mt-3 w-full table-fixed border-collapse text-sm">
        <thead>
          <tr className="border-b border-control text-left">
            <th scope="col" className="w-1/4">
              <span className="sr-only">What differs</span>
            </th>
            {studyModes.map((mode) => (
              <th key={mode} scope="col" className="px-2 py-2 font-semibold">
                {studyModeNames[mode]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, textOf]) => (
            <tr key={name} className="border-b border-line align-top">
              <th scope="row" className="py-2.5 pr-2 text-left font-normal text-muted">
                {name}
              </th>
              {studyModes.map((mode) => (
                <td key={mode} className="px-2 py-2.5 tabular-nums">
                  {textOf(mode)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function classesOf(partner: Partner, cohort: Cohort | undefined): ReactNode {
  if (!cohort?.schedule) return 'Settled with the intake';
  const lines = [unbroken(formatSchedule(cohort.schedule, cohort.timeZone)), ...ownHours(partner, cohort, readerZone)];
  return lines.map((hours, index) => (
    <span key={hours} className={index === 0 ? undefined : 'mt-1 block text-muted'}>
      {withBreakingPlace(hours)}
    </span>
  ));
}

/** A column of a phone is narrower than "(Los Angeles time)"; times alone stay on one line. */
const withBreakingPlace = (hours: string) => hours.replaceAll(/\u00a0(?![ap]m)/g, ' ');

import { reportWords, type ReportName } from '../../contract/console/report-words.ts';
import {
  comparisons,
  seatWeeks,
  usualSeatWeeks,
  type Report,
  type ReportWish,
} from '../../contract/console/reports.ts';
import { courseCodes, courses, studyModeNames } from '../../shared/courses.ts';
import { ChoiceBox, FigureChoices } from '../figures/figure-choices.tsx';
import { useFiguresAddress } from '../figures/use-figures-address.ts';
import { dayOf } from '../shell/times.ts';
import { comparisonWords } from './report-text.ts';

interface ChoicesProps {
  name: ReportName;
  wish: ReportWish;
  report: Report | undefined;
}

/** What a report is of: what it asks for and nothing else. All of it stands in the address. */
export function ReportChoices({ name, wish, report }: ChoicesProps) {
  const { change } = useFiguresAddress();
  const { choices } = reportWords[name];
  const cohorts = report?.cohorts ?? [];
  const others = report?.cohort && cohorts.every(({ id }) => id !== report.cohort?.id) ? [report.cohort] : [];
  const offered = [...others, ...cohorts];
  // One that the partners do not have is not what the numbers are of.
  const wished = offered.find(({ id }) => id === wish.cohort)?.id;
  const shown = wished ?? (name === 'seats' ? report?.cohort?.id : undefined);
  return (
    <div className="flex flex-wrap items-center gap-2">
      <FigureChoices only="partner" />
      {choices.includes('dates') && <FigureChoices only="time" />}
      {choices.includes('compare') && (
        <ChoiceBox
          label="Compare with"
          value={wish.compare}
          none="No comparison"
          options={comparisons.map((value) => ({ value, label: comparisonWords[value] }))}
          onChoose={(compare) => change({ compare })}
        />
      )}
      {choices.includes('course') && (
        <ChoiceBox
          label="Course"
          value={wish.course}
          none="All courses"
          options={courseCodes.map((value) => ({ value, label: courses[value].name }))}
          onChoose={(course) => change({ course })}
        />
      )}
      {choices.includes('cohort') && (
        <ChoiceBox
          label="Cohort"
          value={shown}
          none={name === 'seats' ? undefined : 'All cohorts'}
          options={offered.map(({ id, name: cohort, startDate, mode, isCancelled }) => ({
            value: id,
            label: `${cohort}, ${studyModeNames[mode]}, ${dayOf(startDate)}${isCancelled ? ', cancelled' : ''}`,
          }))}
          onChoose={(cohort) => change({ cohort })}
        />
      )}
      {choices.includes('weeks') && (
        <ChoiceBox
          label="Time before the start"
          value={wish.weeks ?? usualSeatWeeks}
          none={undefined}
          options={seatWeeks.map((value) => ({ value, label: `Last ${value} weeks before the start` }))}
          onChoose={(weeks) => change({ weeks })}
        />
      )}
    </div>
  );
}

import { useParams, useSearchParams } from 'react-router';
import { reportNames, reportWords, type ReportName } from '../../contract/console/report-words.ts';
import { comparisons, seatWeeks, type ReportWish } from '../../contract/console/reports.ts';
import { courseCodes } from '../../shared/courses.ts';
import { readFiguresAddress, wishOf } from '../figures/use-figures-address.ts';

/** Which report an address names; undefined for none. */
export const useReportName = (): ReportName | undefined => {
  const { report } = useParams();
  return reportNames.find((name) => name === report);
};

/** The query of a report, as its address says: of what the report does not ask for, nothing. */
export function readReportWish(report: ReportName, params: URLSearchParams): ReportWish {
  const { choices } = reportWords[report];
  const { partner, ...dates } = wishOf(readFiguresAddress(params));
  const compare = comparisons.find((each) => each === params.get('compare'));
  const course = courseCodes.find((each) => each === params.get('course'));
  const cohort = params.get('cohort') || undefined;
  const weeks = seatWeeks.find((each) => each === params.get('weeks'));
  return {
    ...(partner && { partner }),
    ...(choices.includes('dates') && dates),
    ...(choices.includes('compare') && compare && { compare }),
    ...(choices.includes('course') && course && { course }),
    ...(choices.includes('cohort') && cohort !== undefined && { cohort }),
    ...(choices.includes('weeks') && weeks && { weeks }),
  };
}

/** The address of another report, of the same partner and time. */
export function useReportPath(): (report: ReportName) => string {
  const [params] = useSearchParams();
  const kept = new URLSearchParams(
    [...params].filter(([name]) => ['partner', 'time', 'from', 'until', 'compare'].includes(name)),
  );
  return (report) => `/reports/${report}${kept.size > 0 ? `?${kept}` : ''}`;
}

import { courseWeeks, type StudyMode } from './courses.ts';

/** The weeks of a course that a part of it takes, counted from 1. */
export interface WeekSpan {
  first: number;
  last: number;
}

/**
 * The weeks of every part of a syllabus.
 *
 * @param parts in their order, in weeks of full-time study
 */
export function weeksOf(parts: readonly { weeks: number }[], mode: StudyMode): WeekSpan[] {
  const stretch = courseWeeks[mode] / courseWeeks['full-time'];
  let before = 0;
  return parts.map(({ weeks }) => {
    const first = before * stretch + 1;
    before += weeks;
    return { first, last: before * stretch };
  });
}

/** "Weeks 1–2", or "Week 5". */
export const nameWeeks = ({ first, last }: WeekSpan): string =>
  first === last ? `Week ${first}` : `Weeks ${first}–${last}`;

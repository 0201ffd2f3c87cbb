/** The three courses. Data only: what both sides must agree on. Source of names, codes and weeks: the product specification. */

export const courseCodes = ['cyber', 'data', 'software'] as const;
export type CourseCode = (typeof courseCodes)[number];

/** The preselected course. Never stored unless the member chose it. */
export const defaultCourse: CourseCode = 'cyber';

export interface Course {
  code: CourseCode;
  /** The long form used in addresses and outline tabs. */
  slug: string;
  name: string;
}

export const courses: Record<CourseCode, Course> = {
  cyber: { code: 'cyber', slug: 'cyber-security', name: 'Cyber Security' },
  data: { code: 'data', slug: 'data-science', name: 'Data Science & AI' },
  software: { code: 'software', slug: 'software-engineering', name: 'Software Engineering' },
};

export const studyModes = ['full-time', 'part-time'] as const;
export type StudyMode = (typeof studyModes)[number];

export const studyModeNames: Record<StudyMode, string> = { 'full-time': 'Full-time', 'part-time': 'Part-time' };

/** How long a course runs, in weeks. */
export const courseWeeks: Record<StudyMode, number> = { 'full-time': 12, 'part-time': 24 };

/**
 * The course a stored value means. Both the short code and the long slug occur in stored data.
 *
 * @param value a course code (`data`) or slug (`data-science`)
 * @returns the course code, or undefined for anything else
 */
export function courseCodeOf(value: string | undefined): CourseCode | undefined {
  return courseCodes.find((code) => code === value || courses[code].slug === value);
}

import { courses, type CourseCode, type StudyMode } from '../../../shared/courses.ts';
import type { PartnerCode } from '../../../shared/partners.ts';

const modeNames: Record<StudyMode, string> = { 'full-time': 'Full-Time', 'part-time': 'Part-Time' };

/** What a cohort is called unless staff say otherwise: "Cyber Security (Full-Time)". */
export const cohortNameOf = (course: CourseCode, mode: StudyMode): string =>
  `${courses[course].name} (${modeNames[mode]})`;

/** The id of a partner's own cohort: there is one of a course and format that begins on a day, `uts-cyber-ft-2027-02-01`. */
export const cohortIdOf = (of: { partner: PartnerCode; course: CourseCode; mode: StudyMode; day: string }): string =>
  `${of.partner}-${of.course}-${of.mode === 'full-time' ? 'ft' : 'pt'}-${of.day}`;

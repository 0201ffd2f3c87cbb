import type { StudyMode } from '../../contract/courses.ts';

export const modeNames: Record<StudyMode, string> = { 'full-time': 'Full-time', 'part-time': 'Part-time' };

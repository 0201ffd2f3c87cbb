import type { Platform } from '../platform/platform.ts';
import type { Students } from './students.ts';

/** The dependencies of enrolment's rules. */
export interface EnrolmentServices extends Platform {
  membership: Students;
}

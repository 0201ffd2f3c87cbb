import type { Platform } from '../platform/platform.ts';
import type { Students } from './students.ts';

/** What the rules of enrolment work with. */
export interface EnrolmentServices extends Platform {
  membership: Students;
}

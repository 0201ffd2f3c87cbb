import { courseCodeOf } from '../../shared/courses.ts';
import type { CourseCode } from '../../shared/courses.ts';
import type { Stage } from '../../contract/stage.ts';
import {
  chosenCohortOf,
  chosenCourseOf,
  hasPaid,
  isPreapproved,
  paymentOf,
  personOf,
  stageOf,
  type StudentFields,
  type StudentMember,
} from '../../contract/student-fields.ts';

/** Where a member stands on the way to being a student, read from their custom fields. */
export interface Standing {
  /** Undefined for data that went wrong, so that it can be shown as such. */
  stage: Stage | undefined;
  /** Text of `eligibility-status`. */
  eligibility: string;
  isEligible: boolean;
  isEnrolled: boolean;
  isPaid: boolean;
  /** The one paid for; before that the one chosen. */
  course: CourseCode | undefined;
  cohortId: string;
}

/** @param member null for a visitor, who stands at the very beginning */
export function standingOf(member: Pick<StudentMember, 'customFields'> | null): Standing {
  const fields = member?.customFields ?? {};
  const stage = stageOf(fields);
  const isPaid = hasPaid(fields);
  const paidCourse = isPaid ? courseCodeOf(paymentOf(fields)?.course) : undefined;
  return {
    stage,
    eligibility: fields['eligibility-status'] ?? '',
    isEligible: isPreapproved(fields),
    isEnrolled: stage === '3',
    isPaid,
    course: paidCourse ?? chosenCourseOf(fields),
    cohortId: chosenCohortOf(fields),
  };
}

/** A pre-approved member whose stage has not followed yet: the service is asked to let it follow. */
export function isStageBehind({ isEligible, stage }: Standing): boolean {
  return isEligible && (stage === '0' || stage === '1');
}

export interface Profile {
  email: string;
  firstName: string;
  lastName: string;
  phone: string;
  /** Plan ids that are active. */
  plan: string[];
  customFields: StudentFields;
}

/** The member as a person; names and phone live in custom fields. */
export function profileOf(member: StudentMember): Profile {
  const fields = member.customFields;
  return {
    email: member.auth.email,
    ...personOf(fields),
    plan: member.planConnections.filter(({ active }) => active).map(({ planId }) => planId),
    customFields: fields,
  };
}

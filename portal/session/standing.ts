import { courseCodeOf } from '../../contract/courses.ts';
import type { CourseCode } from '../../contract/courses.ts';
import type { Member } from '../../contract/members.ts';
import { parsePaymentInfo } from './payment-info.ts';

/** Where a member stands on the way to being a student, read from their custom fields. */
export interface Standing {
  /** '0' to '3'; any other text is data that went wrong and is kept, so that it can be shown as such. */
  stage: string;
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
export function standingOf(member: Pick<Member, 'customFields'> | null): Standing {
  const fields = member?.customFields ?? {};
  const stage = fields['stage'] || '0';
  const eligibility = fields['eligibility-status'] ?? '';
  const isPaid = fields['payment-status'] === 'completed';
  const paidCourse = isPaid ? courseCodeOf(parsePaymentInfo(fields['payment-info'])?.course) : undefined;
  return {
    stage,
    eligibility,
    isEligible: eligibility === 'preapproved',
    isEnrolled: stage === '3',
    isPaid,
    course: paidCourse ?? courseCodeOf(fields['course-selected']),
    cohortId: fields['selected-cohort'] ?? '',
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
  customFields: Record<string, string>;
}

/** The member as a person; names and phone live in custom fields. */
export function profileOf(member: Member): Profile {
  const fields = member.customFields;
  return {
    email: member.auth.email,
    firstName: fields['first-name'] ?? '',
    lastName: fields['last-name'] ?? '',
    phone: fields['phone-number'] ?? '',
    plan: member.planConnections.filter(({ active }) => active).map(({ planId }) => planId),
    customFields: fields,
  };
}

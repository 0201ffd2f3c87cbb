import { transaction } from '../../platform/database/database.ts';
import type { StudentFields } from '../../../contract/student-fields.ts';
import { enrolmentSite } from '../enrolment-site.ts';
import { sendLead } from '../leads/leads.ts';
import { checkEligibility } from '../progress/progress.ts';
import { requestConsultation, requestSupport } from '../requests/requests.ts';
import type { EnrolmentServices } from '../services.ts';
import type { PlannedStudent } from './intake-plan.ts';
import { moveBack, type Past } from './past.store.ts';
import { takeCohort, type Payer } from './take-cohort.ts';

const dayMs = 86_400_000;
/** Milliseconds until an advisor answers. */
const answerMs = dayMs / 2;
/** Days from now to the consultations that are asked for. */
const consultationDays = 3;

/**
 * Makes a student of the demonstration by the rules that people meet, then moves it into the past. One who exists is
 * left alone.
 *
 * @param payer pays at the card sandbox
 */
export async function makeStudent(services: EnrolmentServices, student: PlannedStudent, payer: Payer): Promise<void> {
  const { end, email } = student;
  const past = pastOf(student, services.clock.now());
  const memberId = end === 'lead' ? null : await makeMember(services, student, past);
  if (memberId === undefined) return;
  if (memberId === null) await makeLead(services, student);
  else await goOn(services, { memberId, student, past, payer });
  await dateBack(services, { memberId, email }, past);
}

/**
 * Moves what a student has done into the past. The card provider's events about the same payment are handled meanwhile:
 * the member is locked first, as they do, against deadlocks.
 */
export const dateBack = (
  { db, membership }: Pick<EnrolmentServices, 'db' | 'membership'>,
  student: { memberId: string | null; email: string },
  past: Past,
): Promise<void> =>
  transaction(db, async (tx) => {
    if (student.memberId !== null) await membership.lockIfThere(tx, student.memberId);
    await moveBack(tx, student, past);
  });

/** When it happened. What is under way today has no time of an order: it stays as the rules wrote it. */
function pastOf({ end, registeredDaysAgo, daysToOrder, isAnswered }: PlannedStudent, now: Date): Past {
  const daysBefore = (days: number) => new Date(now.getTime() - days * dayMs);
  const registeredAt = daysBefore(registeredDaysAgo);
  return {
    registeredAt,
    orderedAt: ['turned-back', 'paid', 'refunded'].includes(end) ? daysBefore(registeredDaysAgo - daysToOrder) : null,
    answeredAt: isAnswered ? new Date(registeredAt.getTime() + answerMs) : null,
  };
}

/** @returns undefined where the member is there already */
const makeMember = (
  { membership }: EnrolmentServices,
  { email, partner, firstName, lastName }: PlannedStudent,
  { registeredAt }: Past,
): Promise<string | undefined> =>
  membership.addDemonstrationMember({
    siteId: enrolmentSite,
    email,
    partner,
    createdAt: registeredAt,
    fields: { 'first-name': firstName, 'last-name': lastName } satisfies StudentFields,
  });

async function makeLead(services: EnrolmentServices, student: PlannedStudent): Promise<void> {
  const { number, firstName, lastName, email, phone, partner, course } = student;
  // Leads are limited by the address they come from.
  await sendLead(services, {
    firstName,
    lastName,
    email,
    phone,
    partner,
    course,
    clientAddress: `demonstration ${number}`,
  });
}

interface Going {
  memberId: string;
  student: PlannedStudent;
  past: Past;
  payer: Payer;
}

/** What a member does after the registration, as far as they come. */
async function goOn(services: EnrolmentServices, { memberId, student, past, payer }: Going): Promise<void> {
  const { partner, end, asks, firstName, lastName, phone, course, educationLevel } = student;
  if (end !== 'registered')
    await checkEligibility(services, { memberId, firstName, lastName, phone, course, educationLevel });
  if (asks === 'support')
    await requestSupport(services, { memberId, partner, message: 'Which laptop do I need for the course?' });
  if (asks === 'consultation') {
    const date = new Date(services.clock.now().getTime() + consultationDays * dayMs).toISOString().slice(0, 10);
    await requestConsultation(services, { memberId, partner, date, topic: 'course', slot: 'morning' });
  }
  // By the clock of then a cohort that has begun since was open.
  const then = past.orderedAt ?? services.clock.now();
  await takeCohort({ ...services, clock: { now: () => then } }, { memberId, student, payer });
}

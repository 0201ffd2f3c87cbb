import type { CourseCode } from '../../../shared/courses.ts';
import type { EducationLevel } from '../../../shared/education-levels.ts';
import type { ConfirmableLevel } from '../../../contract/console/matter-schemas.ts';
import type { PaymentInfo } from '../../../contract/payments.ts';
import type { EligibilityOutcome, Stage } from '../../../contract/stage.ts';
import {
  hasPassedCheck,
  isPreapproved,
  stageOf,
  type Only,
  type StoredField,
  type StudentFields,
  type StudentMember,
} from '../../../contract/student-fields.ts';
import { transaction, type Database, type Transaction } from '../../platform/database/database.ts';
import { addJob } from '../../platform/jobs.ts';
import { Refusal } from '../../platform/refusal.ts';
import type { EnrolmentServices } from '../services.ts';
import { closeCheckoutsJob } from '../job-kinds.ts';
import type { StudentRecord, Students } from '../students.ts';
import { deleteChecks, findNewestLevel, recordCheck } from './progress.store.ts';

/** The events of the stage machine. */
type StageEvent = 'found-preapproved' | 'found-advisor' | 'resumed' | 'rechecked' | 'enrolled' | 'unenrolled';

/**
 * The stage machine: the next stage, by event and current stage. An event without an entry for a stage is refused.
 * Stages 0 and 1 are equivalent: sign-up stores 1, older records hold 0 or nothing.
 */
const stageMoves: Record<StageEvent, Partial<Record<Stage, Stage>>> = {
  'found-preapproved': { '0': '2', '1': '2', '2': '2' },
  'found-advisor': { '0': '1', '1': '1', '2': '1' },
  resumed: { '0': '2', '1': '2', '2': '2', '3': '3' },
  rechecked: { '0': '1', '1': '1', '2': '1' },
  enrolled: { '0': '3', '1': '3', '2': '3', '3': '3' },
  unenrolled: { '3': '2', '2': '2', '1': '1', '0': '0' },
};

/** Levels that need an advisor's consultation. All others are pre-approved. Source: product specification. */
const advisorLevels: readonly EducationLevel[] = ['level4'];
/** Self-declared levels, which staff confirm before the seat is final. */
const claimedLevels: readonly (string | undefined)[] = ['level11'] satisfies EducationLevel[];
/** Whether an education level is self-declared and needs confirmation by staff. */
const isClaimed = (level: string | undefined): boolean => claimedLevels.includes(level);

/** The outcome of the check, decided by the education level alone. */
export const judgeLevel = (level: EducationLevel): EligibilityOutcome =>
  advisorLevels.includes(level) ? 'advisor' : 'preapproved';

function move({ customFields }: StudentMember, event: StageEvent): Stage {
  const to = stageMoves[event][stageOf(customFields) ?? '0'];
  if (!to) throw new Refusal('already-enrolled');
  return to;
}

/** The member's answers to the eligibility check. */
export interface EligibilityAnswers {
  memberId: string;
  firstName: string;
  lastName: string;
  phone: string;
  /** Undefined where no course is chosen yet. */
  course?: CourseCode | undefined;
  educationLevel: EducationLevel;
}

/**
 * Decides eligibility from the answers and records them. Clears the chosen cohort.
 *
 * @throws Refusal already-enrolled for a member who has paid
 */
export async function checkEligibility(
  services: EnrolmentServices,
  answers: EligibilityAnswers,
): Promise<{ outcome: EligibilityOutcome; member: StudentMember }> {
  const outcome = judgeLevel(answers.educationLevel);
  const member = await change(services, answers.memberId, async (tx, before) => {
    await recordCheck(tx, {
      memberId: before.id,
      educationLevel: answers.educationLevel,
      outcome,
      claimed: isClaimed(answers.educationLevel),
    });
    return {
      'first-name': answers.firstName,
      'last-name': answers.lastName,
      'phone-number': answers.phone,
      ...(answers.course && { 'course-selected': answers.course }),
      'selected-cohort': '',
      'education-level': answers.educationLevel,
      'eligibility-status': outcome,
      stage: move(before, outcome === 'preapproved' ? 'found-preapproved' : 'found-advisor'),
    };
  });
  return { outcome, member };
}

/** "Retake Assessment": forgets outcome and education level. @throws Refusal already-enrolled */
export const retakeEligibility = (services: EnrolmentServices, memberId: string): Promise<StudentMember> =>
  change(services, memberId, async (_tx, before) => ({
    'eligibility-status': '',
    'education-level': '',
    stage: move(before, 'rechecked'),
  }));

/** "Recheck Eligibility": forgets the outcome. @throws Refusal already-enrolled */
export const recheckEligibility = (services: EnrolmentServices, memberId: string): Promise<StudentMember> =>
  change(services, memberId, async (_tx, before) => ({ 'eligibility-status': '', stage: move(before, 'rechecked') }));

/**
 * Moves a pre-approved member on, whatever stage the record shows. The enrol page also accepts the legacy status
 * `eligible`, and refuses all others.
 *
 * @throws Refusal eligibility-required at the enrol page
 */
export const resume = (
  services: EnrolmentServices,
  { memberId, at }: { memberId: string; at: 'load' | 'enrol' },
): Promise<StudentMember> =>
  change(services, memberId, async (_tx, before) => {
    const { customFields } = before;
    if (hasPassedCheck(customFields)) return {};
    if (isPreapproved(customFields) || (at === 'enrol' && customFields['eligibility-status'] === 'eligible'))
      return { stage: move(before, 'resumed') };
    if (at === 'enrol') throw new Refusal('eligibility-required');
    return {};
  });

/**
 * Confirms what a member claimed: staff have seen what they have, and the level they name takes its place. In the caller's
 * transaction, which has locked the member.
 *
 * @param level one that needs neither an advisor nor a confirmation
 */
export async function confirmLevel(
  tx: Transaction,
  membership: Students,
  { memberId, level }: { memberId: string; level: ConfirmableLevel },
): Promise<void> {
  await recordCheck(tx, { memberId, educationLevel: level, outcome: 'preapproved', claimed: false });
  await membership.setServerFields(tx, memberId, { 'education-level': level, 'eligibility-status': 'preapproved' });
}

/**
 * The level that a member was checked with. Their own field, which they may overwrite, counts for a member without a check
 * alone, who was imported with it.
 */
export const findCheckedLevel = async (
  db: Database,
  { id, fields }: Pick<StudentRecord, 'id' | 'fields'>,
): Promise<string | undefined> => (await findNewestLevel(db, id)) ?? fields['education-level'];

/** Whether staff have yet to confirm the level that a member was checked with. */
export const isUnconfirmed = async (db: Database, member: Pick<StudentRecord, 'id' | 'fields'>): Promise<boolean> =>
  isClaimed(await findCheckedLevel(db, member));

/** Deletes a member's eligibility checks, in the transaction that deletes the member. */
export const forgetChecks = (tx: Transaction, memberId: string): Promise<void> => deleteChecks(tx, memberId);

/** Marks a member as enrolled, inside the transaction that took the seat. */
export async function markEnrolled(
  tx: Transaction,
  membership: Students,
  memberId: string,
  info: PaymentInfo,
): Promise<void> {
  const member = await membership.toWire(tx, memberId);
  await membership.setServerFields(tx, memberId, {
    'payment-status': 'completed',
    'payment-info': JSON.stringify(info),
    'course-selected': info.course,
    'selected-cohort': info.cohortId,
    stage: move(member, 'enrolled'),
  });
}

/** Takes enrolment back after a full refund or a lost dispute, inside the transaction that gave the seat back. */
export async function markUnenrolled(tx: Transaction, membership: Students, memberId: string): Promise<void> {
  const member = await membership.toWire(tx, memberId);
  await membership.setServerFields(tx, memberId, {
    'payment-status': '',
    'payment-info': '',
    'selected-cohort': '',
    stage: move(member, 'unenrolled'),
  });
}

/** Read-modify-write under the member's lock, so that two tabs cannot lose each other's update. */
function change<Fields extends Only<Fields, StoredField>>(
  { db, membership }: EnrolmentServices,
  memberId: string,
  decide: (tx: Transaction, before: StudentMember) => Promise<Fields>,
): Promise<StudentMember> {
  return transaction(db, async (tx) => {
    await membership.lockMember(tx, memberId);
    const fields = await decide(tx, await membership.toWire(tx, memberId));
    if (Object.keys(fields).length > 0) await membership.setServerFields(tx, memberId, fields);
    // A member who is no longer eligible must not be able to pay on an open checkout.
    if ((fields as StudentFields).stage === '1') await addJob(tx, closeCheckoutsJob, { memberId });
    return membership.toWire(tx, memberId);
  });
}

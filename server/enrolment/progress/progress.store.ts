import type { Generated } from 'kysely';
import type { EducationLevel } from '../../../shared/education-levels.ts';
import type { EligibilityOutcome } from '../../../contract/stage.ts';
import type { Database, Transaction } from '../../platform/database/database.ts';
import { newId } from '../../platform/keys.ts';

type ProgressTables = {
  eligibility_check: {
    id: string;
    member_id: string;
    education_level: string;
    outcome: string;
    claimed: boolean;
    created_at: Generated<Date>;
  };
};

/** A recorded eligibility check. */
export interface CheckRecord {
  memberId: string;
  educationLevel: EducationLevel;
  outcome: EligibilityOutcome;
  claimed: boolean;
}

/** Checks of a member that are kept, the newest: staff see how an outcome came about. */
const keptChecks = 10;

/** Records an eligibility check. */
export async function recordCheck(tx: Transaction, check: CheckRecord): Promise<void> {
  await tx
    .withTables<ProgressTables>()
    .insertInto('eligibility_check')
    .values({
      id: newId('chk_'),
      member_id: check.memberId,
      education_level: check.educationLevel,
      outcome: check.outcome,
      claimed: check.claimed,
    })
    .execute();
  await tx
    .withTables<ProgressTables>()
    .deleteFrom('eligibility_check')
    .where('id', 'in', (query) =>
      query
        .selectFrom('eligibility_check')
        .select('id')
        .where('member_id', '=', check.memberId)
        .orderBy('created_at', 'desc')
        .offset(keptChecks),
    )
    .execute();
}

/** Deletes all eligibility checks of a member. */
export async function deleteChecks(tx: Transaction, memberId: string): Promise<void> {
  await tx.withTables<ProgressTables>().deleteFrom('eligibility_check').where('member_id', '=', memberId).execute();
}

/** The level of a member's newest eligibility check. */
export const findNewestLevel = async (db: Database, memberId: string): Promise<string | undefined> =>
  (
    await db
      .withTables<ProgressTables>()
      .selectFrom('eligibility_check')
      .select('education_level as level')
      .where('member_id', '=', memberId)
      .orderBy('created_at', 'desc')
      .limit(1)
      .executeTakeFirst()
  )?.level;

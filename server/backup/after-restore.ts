import { limits } from '../../contract/limits.ts';
import { extendChoices } from '../enrolment/runs/extend-choices.ts';
import { endAllSessions } from '../membership/sessions/sessions.ts';
import type { Database } from '../platform/database/database.ts';
import { emptyTable } from './backup.store.ts';

/**
 * Tables of what works once: mailed codes and links, attempts at a provider, and views of staff who see as a member. Those used up since the backup would
 * work again. (Connect tickets go with their session; a used captcha proof is not known here, and lasts an hour.)
 */
export const worksOnce = [
  'lead_link',
  'mailed_code',
  'member_view',
  'pending_sign_up',
  'provider_attempt',
  'second_factor_challenge',
  'staff_invitation',
  'verification_link',
] as const;

/** What `afterRestore` has done. */
export interface AfterRestore {
  /** Sessions of members that ended. */
  sessions: number;
  /** Students who have more time to choose. */
  choices: number;
}

/**
 * What a database that went back in time needs before members may use it. What works once ends, and every session: the
 * log-outs and revocations since the backup are forgotten, so that a stolen session would be good again. Students'
 * choices are forgotten as well: they have time to choose again, before they are paid back for not having answered.
 */
export async function afterRestore(db: Database): Promise<AfterRestore> {
  for (const table of [...worksOnce, 'staff_session'] as const) await emptyTable(db, table);
  return { choices: await extendChoices(db), sessions: await endAllSessions(db) };
}

/** For the person who restores. */
export const describeAfterRestore = ({ sessions, choices }: AfterRestore): string[] => [
  `${sessions} sessions ended, and every mailed code and link: members log in again.`,
  ...(choices === 0
    ? []
    : [
        `${choices} students without a seat, or of a cancelled or moved run, have ${limits.unseatedRefundHours} hours more to choose: what they chose since the backup is forgotten. Tell them.`,
      ]),
];

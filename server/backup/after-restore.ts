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

/**
 * What a database that went back in time needs before members may use it. What works once ends, and every session: the
 * log-outs and revocations since the backup are forgotten, so that a stolen session would be good again.
 *
 * @returns how many sessions of members ended
 */
export async function afterRestore(db: Database): Promise<number> {
  for (const table of [...worksOnce, 'staff_session'] as const) await emptyTable(db, table);
  return endAllSessions(db);
}

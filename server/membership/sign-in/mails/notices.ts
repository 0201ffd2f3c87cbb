import type { Transaction } from '../../../platform/database/database.ts';
import { queueMail, type Mail } from '../../../platform/mail.ts';
import type { MemberRecord } from '../../members/members.ts';
import type { Services } from '../../services.ts';
import { bookMail } from './mail-budgets.ts';

/**
 * Tells a member what was done to their account, by the transaction that does it. To a proved address a notice always
 * comes: at once as a rule, and where there were many, one of a kind stands for all that follow until it leaves. An
 * address that is not proved may be a stranger's, who is to bear no more than what strangers may cause.
 *
 * @param to `verified` as it is after the change
 * @param mail true whenever it leaves: not of "just now"
 */
export async function queueNotice(
  services: Services,
  tx: Transaction,
  to: Pick<MemberRecord, 'siteId' | 'email' | 'verified'>,
  mail: Mail,
): Promise<void> {
  const cause = to.verified ? 'notice' : 'strangers';
  const turn = await bookMail(tx, { email: to.email, cause, slot: `${mail.kind}\0${to.siteId}` });
  if ('refusedSeconds' in turn || !turn.isNew) return;
  await queueMail(services, tx, { ...mail, afterSeconds: turn.afterSeconds });
}

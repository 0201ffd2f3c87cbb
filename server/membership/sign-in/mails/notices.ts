import type { Transaction } from '../../../platform/database/database.ts';
import { queueMail, type Mail } from '../../../platform/mail.ts';
import type { MemberRecord } from '../../members/members.ts';
import type { Services } from '../../services.ts';
import { bookMail } from './mail-budgets.ts';

/**
 * Queues a notice about a change of an account, in the transaction of the change. To a proved address it is always sent:
 * usually at once; beyond the budget it is delayed, and later ones of its kind are merged into it. To an unproved
 * address, which may be another person's, it counts against the budget for strangers and may be dropped.
 *
 * @param to `verified` as it is after the change
 * @param mail worded so that it is true when it is delayed
 */
export async function queueNotice(
  services: Services,
  tx: Transaction,
  to: Pick<MemberRecord, 'id' | 'siteId' | 'email' | 'verified'>,
  mail: Mail,
): Promise<void> {
  const cause = to.verified ? 'notice' : 'strangers';
  const turn = await bookMail(tx, { email: to.email, cause, slot: `${mail.kind}\0${to.siteId}` });
  if ('refusedSeconds' in turn || !turn.isNew) return;
  await queueMail(services, tx, { ...mail, memberId: to.id, afterSeconds: turn.afterSeconds });
}

import { wantsNotices } from '../../../contract/student-choices.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { newId } from '../../platform/keys.ts';
import { queueMail, type Mail } from '../../platform/mail.ts';
import type { EnrolmentServices } from '../services.ts';
import type { StudentRecord } from '../students.ts';

/**
 * Queues a courtesy mail about what a member has just done, unless they have opted out. Codes, receipts and news about
 * money cannot be opted out of. An unproved address may belong to another person: above the strangers' budget of its
 * mailbox the notice is dropped.
 *
 * @returns whether it was queued, for pages that promise a mail
 */
export async function queueNotice(
  services: Pick<EnrolmentServices, 'keys' | 'membership'>,
  tx: Transaction,
  member: StudentRecord,
  mail: Mail,
): Promise<boolean> {
  if (!wantsNotices(member.fields)) return false;
  const turn = member.verified
    ? { isNew: true, afterSeconds: 0 }
    : await services.membership.bookMail(tx, { email: member.email, slot: newId('notice_') });
  if ('refusedSeconds' in turn) return false;
  await queueMail(services, tx, { ...mail, memberId: member.id, afterSeconds: turn.afterSeconds });
  return true;
}

import { wantsNotices } from '../../../contract/student-choices.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { newId } from '../../platform/keys.ts';
import { queueMail, type Mail } from '../../platform/mail.ts';
import type { EnrolmentServices } from '../services.ts';
import type { StudentRecord } from '../students.ts';

/**
 * Mails a member about what they have just done here, unless they have switched that off. Codes, receipts and news about
 * money go out whatever they say. An address that is not proved may be a stranger's: beyond what strangers may cause
 * there no notice comes.
 *
 * @returns whether one comes, for pages that promise it
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
  await queueMail(services, tx, { ...mail, afterSeconds: turn.afterSeconds });
  return true;
}

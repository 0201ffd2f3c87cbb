import type { Transaction } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/refusal.ts';
import { recordAct } from '../audit/audit.ts';
import { findMember } from '../members/members.ts';
import type { Services } from '../services.ts';
import { requestCode } from '../sign-in/codes/mailed-codes.ts';
import type { Administration } from './admin-members.ts';

interface ResetWish {
  memberId: string;
  clientAddress: string;
  /** Runs in the same transaction. */
  alongside?: (tx: Transaction) => Promise<void>;
}

/**
 * Mails a member a code and a link for a new password, as `POST /auth/send-reset-password-email` does, and records it in
 * the audit trail.
 *
 * @throws Refusal member-not-found; too-many-requests also beyond the mailbox's budget
 */
export async function sendResetAs(
  services: Services,
  { site, ...by }: Administration,
  { memberId, clientAddress, alongside }: ResetWish,
): Promise<{ mailAfterSeconds: number }> {
  const member = await findMember(services, services.db, memberId);
  if (member?.siteId !== site.id) throw new Refusal('member-not-found');
  const { mailAfterSeconds } = await requestCode(services, {
    site,
    email: member.email,
    purpose: 'reset',
    clientAddress,
    isOwner: async () => member.verified,
    async alongside(tx) {
      await recordAct(tx, { ...by, siteId: site.id, action: 'reset.sent', subject: memberId });
      await alongside?.(tx);
    },
  });
  return { mailAfterSeconds };
}

import type { LimitRule } from '../../platform/http/limits.ts';
import { Refusal } from '../../platform/refusal.ts';
import type { EnrolmentServices } from '../payments/orders.ts';

/** To an address nobody has proved, which may be a stranger's. */
const noticesPerUnproved: LimitRule = { name: 'unproved-notice', points: 10, seconds: 24 * 60 * 60 };

/**
 * Whether a member is mailed about what they have just done here: unless they have switched that off. Codes, receipts
 * and news about money go out whatever they say. Ask before the transaction; a mail counts when it is asked for.
 */
export async function mayNotify(
  { db, limits, membership }: Pick<EnrolmentServices, 'db' | 'limits' | 'membership'>,
  memberId: string,
): Promise<boolean> {
  const member = await membership.findMember(db, memberId);
  if (!member || member.fields['email-notifications'] === 'false') return false;
  if (member.verified) return true;
  try {
    await limits.take(noticesPerUnproved, memberId);
    return true;
  } catch (error) {
    if (error instanceof Refusal) return false;
    throw error;
  }
}

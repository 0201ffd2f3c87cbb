import { hasPassedCheck } from '../../contract/student-fields.ts';
import type { Transaction } from '../platform/database/database.ts';
import { findRelevantOrder } from './payments/orders/orders.ts';
import type { EnrolmentServices } from './services.ts';

/**
 * Whether a member has begun to enrol or has an order that is still kept, which exempts an abandoned account from
 * deletion.
 */
export async function isOnTheWay(
  { membership }: EnrolmentServices,
  tx: Transaction,
  memberId: string,
): Promise<boolean> {
  const member = await membership.findMember(tx, memberId);
  if (member && hasPassedCheck(member.fields)) return true;
  return (await findRelevantOrder(tx, memberId)) !== undefined;
}

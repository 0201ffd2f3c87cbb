import { hasPassedCheck } from '../../contract/student-fields.ts';
import type { Transaction } from '../platform/database/database.ts';
import { findRelevantOrder } from './payments/orders.ts';
import type { EnrolmentServices } from './services.ts';

/** Whether somebody is on the way to a place, or ever ordered one: their account stays though they never came back. */
export async function isOnTheWay(
  { membership }: EnrolmentServices,
  tx: Transaction,
  memberId: string,
): Promise<boolean> {
  const member = await membership.findMember(tx, memberId);
  if (member && hasPassedCheck(member.fields)) return true;
  return (await findRelevantOrder(tx, memberId)) !== undefined;
}

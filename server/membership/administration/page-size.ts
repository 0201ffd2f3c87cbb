import { pageLimits } from '../../../contract/administration.ts';
import { Refusal } from '../../platform/refusal.ts';

/** Rows of one answer, clamped to the most a page has. @throws Refusal invalid-request for 0 */
export function pageSize(asked: string | undefined): number {
  const size = Number(asked ?? pageLimits.usual);
  if (size < 1) throw new Refusal('invalid-request', { message: 'The field "limit" is at least 1.' });
  return Math.min(size, pageLimits.most);
}

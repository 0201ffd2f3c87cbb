import { pageLimits } from '../../../contract/administration.ts';
import { Refusal } from '../../platform/refusal.ts';

/** How many one answer lists: more than fits a page is a whole page. @throws Refusal invalid-request for none at all */
export function pageSize(asked: string | undefined): number {
  const size = Number(asked ?? pageLimits.usual);
  if (size < 1) throw new Refusal('invalid-request', { message: 'The field "limit" is at least 1.' });
  return Math.min(size, pageLimits.most);
}

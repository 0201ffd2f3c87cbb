import { addIndexes } from '../platform/database/indexes.ts';

/** Members by the state of a plan, of which few may be in one. */
export const holdersOfPlans = addIndexes(['plan_connection_holders', 'plan_connection (plan_id, status, member_id)']);

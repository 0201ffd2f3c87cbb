import type { PlanConnection } from '../../../contract/members.ts';

/** Whether a connection entitles to its plan: it is active (paid or free), or in its trial. */
export const isActive = (status: PlanConnection['status']): boolean => status === 'ACTIVE' || status === 'TRIALING';

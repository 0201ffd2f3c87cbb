import type { PlanConnection } from '../../../contract/members.ts';

/** Whether a connection gives its plan: it is paid for, or its trial runs. */
export const isActive = (status: PlanConnection['status']): boolean => status === 'ACTIVE' || status === 'TRIALING';

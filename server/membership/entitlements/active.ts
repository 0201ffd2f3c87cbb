import type { PlanConnection } from '../../../contract/members.ts';

/** The states of a connection that entitle to its plan: it is active (paid or free), or in its trial. */
export const activeStates: readonly PlanConnection['status'][] = ['ACTIVE', 'TRIALING'];

/** Whether a connection entitles to its plan. */
export const isActive = (status: PlanConnection['status']): boolean => activeStates.includes(status);

import type { Member } from '../../../contract/members.ts';

/** Whether a connection gives its plan: it is paid for, or its trial runs. */
export const isActive = (status: Member['planConnections'][number]['status']): boolean =>
  status === 'ACTIVE' || status === 'TRIALING';

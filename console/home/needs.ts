import type { Permission } from '../../contract/permissions.ts';
import { answerWithinHours } from '../../shared/answer-promise.ts';
import type { Counted } from '../shell/count-link.tsx';

/** What waits for a person: a list that is counted, in words. */
export interface Need {
  label: string;
  /** Why it waits, or what to do. */
  about: string;
  counted: Counted;
}

const matter = (kind: string): Counted => ({ call: 'GET /console/api/matters', query: { kind }, to: '/matters' });

const needs: readonly (Need & { permission: Permission })[] = [
  {
    label: 'Payments to look at',
    about: 'The money or the seat is not as it should be',
    permission: 'see-orders',
    counted: matter('payment'),
  },
  {
    label: 'Students without a seat',
    about: 'They paid, and the cohort was full',
    permission: 'see-orders',
    counted: matter('unseated'),
  },
  {
    label: 'Cohorts with few students',
    about: 'They start within four weeks with fewer than they need',
    permission: 'see-orders',
    counted: matter('cohort'),
  },
  {
    label: 'Payments taken back',
    about: 'A bank decided a dispute against us, last 30 days',
    permission: 'see-orders',
    counted: matter('dispute'),
  },
  {
    label: 'Requests overdue',
    about: `The page promised an answer within ${answerWithinHours} hours`,
    permission: 'answer-requests',
    counted: { call: 'GET /console/api/requests', query: { overdue: 'yes' }, to: '/requests' },
  },
  {
    label: 'Requests waiting',
    about: 'Leads, consultations and questions without an answer',
    permission: 'answer-requests',
    counted: { call: 'GET /console/api/requests', query: { status: 'waiting' }, to: '/requests' },
  },
  {
    label: 'Mails refused',
    about: 'The mail server did not take them',
    permission: 'see-members',
    counted: { call: 'GET /console/api/mails', query: { state: 'refused' }, to: '/mails' },
  },
  {
    label: 'Jobs failed',
    about: 'They used up their attempts',
    permission: 'see-system',
    counted: { call: 'GET /console/api/jobs', query: { state: 'failed' }, to: '/system/jobs' },
  },
];

/** What waits for somebody with these permissions, in the order of how soon it hurts. */
export const needsFor = (permissions: readonly Permission[]): Need[] =>
  needs.filter(({ permission }) => permissions.includes(permission));

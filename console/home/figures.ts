import type { Permission } from '../../contract/permissions.ts';
import type { Counted } from '../shell/count-link.tsx';

/** What is counted on each of some days. */
export interface Figure {
  label: string;
  /** @param day as `2026-11-23` */
  countedOn: (day: string) => Counted;
}

const dayMs = 86_400_000;
const dayOfMs = (ms: number) => new Date(ms).toISOString().slice(0, 10);

/** The days that are compared, in UTC as lists filter by. */
export const daysOf = (now: Date): { label: string; day: string }[] =>
  [
    { label: 'Today', ago: 0 },
    { label: 'Yesterday', ago: 1 },
    { label: 'A week ago', ago: 7 },
  ].map(({ label, ago }) => ({ label, day: dayOfMs(now.getTime() - ago * dayMs) }));

/** A list whose column has this day. */
const on = (column: string, day: string) => ({ [`${column}.from`]: day, [`${column}.until`]: day });

/**
 * The figures that somebody with these permissions sees of a site: only those whose list exists. Those of enrolment get
 * their place here with their lists.
 */
export function figuresOf(permissions: readonly Permission[], siteId: string | undefined): Figure[] {
  if (siteId === undefined) return [];
  const figures: readonly (Figure & { permission: Permission })[] = [
    {
      label: 'New members',
      permission: 'see-members',
      countedOn: (day) => ({
        call: 'GET /console/api/sites/:siteId/members',
        siteId,
        query: on('created', day),
        to: `/sites/${siteId}/members`,
      }),
    },
    {
      label: 'New comments',
      permission: 'moderate-comments',
      countedOn: (day) => ({
        call: 'GET /console/api/sites/:siteId/comments',
        siteId,
        query: on('at', day),
        to: `/sites/${siteId}/comments`,
      }),
    },
    {
      label: 'Mails sent',
      permission: 'see-members',
      countedOn: (day) => ({
        call: 'GET /console/api/mails',
        query: { ...on('sent', day), site: siteId },
        to: '/mails',
      }),
    },
  ];
  return figures.filter(({ permission }) => permissions.includes(permission));
}

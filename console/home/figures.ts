import type { Permission } from '../../contract/permissions.ts';
import type { Counted } from '../shell/count-link.tsx';

/** What is counted on each of some days. */
export interface Figure {
  label: string;
  /**
   * @param day as `2026-11-23`
   * @param isToday of what is known of today alone, nothing is counted on other days
   */
  countedOn: (day: string, isToday: boolean) => Counted | undefined;
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
      label: 'Members seen',
      permission: 'see-members',
      // A member has one last use: it says nothing of the days before.
      countedOn: (day, isToday) =>
        isToday
          ? {
              call: 'GET /console/api/sites/:siteId/members',
              siteId,
              query: { 'lastSeen.from': day },
              to: `/sites/${siteId}/members`,
            }
          : undefined,
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

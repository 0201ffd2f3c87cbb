import { queryOptions } from '@tanstack/react-query';
import { send } from '../session/client.ts';

/** A site's fields and plans. */
export const siteQuery = (siteId: string) =>
  queryOptions({
    queryKey: ['sites', siteId, 'shape'],
    queryFn: async () => (await send('GET /console/api/sites/:siteId', undefined, { siteId })).data,
    staleTime: 60_000,
  });

/** Which member of which site. */
export interface MemberPlace {
  siteId: string;
  memberId: string;
}

/** What the page's memory of a member begins with: list, page and timeline. */
export const membersKey = (siteId: string) => ['sites', siteId, 'members'];

/** One member with all that staff see. */
export const memberQuery = ({ siteId, memberId }: MemberPlace) =>
  queryOptions({
    queryKey: [...membersKey(siteId), 'one', memberId],
    queryFn: async () =>
      (await send('GET /console/api/sites/:siteId/members/:memberId', undefined, { siteId, memberId })).data,
  });

/** Under what the timeline of a member is kept. */
export const timelineKey = ({ siteId, memberId }: MemberPlace) => [...membersKey(siteId), 'timeline', memberId];

/** Under what the notes about a member are kept. */
export const notesKey = ({ siteId, memberId }: MemberPlace) => [...membersKey(siteId), 'notes', memberId];

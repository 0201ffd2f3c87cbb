import { transaction, type Database } from '../../platform/database/database.ts';
import type { Services } from '../services.ts';
import { awaitPlaces, countMembers, listPlaces, type ListQuery } from './member-list.store.ts';
import { listForServer, type MemberOfServer } from './members.ts';

/** A page of a site's members. */
export interface MemberPage {
  members: MemberOfServer[];
  totalCount: number;
  /** Cursor of the next page; null for an empty page. */
  endCursor: number | null;
  hasNextPage: boolean;
}

/**
 * Members of a site in the order they joined, or the reverse. A cursor is stable: no member appears before it later.
 */
export async function listMembers(services: Services, query: ListQuery): Promise<MemberPage> {
  // At the primary: its lock holds up those who join.
  const places = await transaction(services.db, async (tx) => {
    await awaitPlaces(tx, query.siteId);
    return listPlaces(tx, { ...query, limit: query.limit + 1 });
  });
  const page = places.slice(0, query.limit);
  const ids = page.map(({ id }) => id);
  const shown = await services.reports.read('GET /admin/members', async (db) => {
    const byId = new Map((await listForServer(services, db, ids)).map((member) => [member.id, member]));
    // Race: a member may be deleted since the page was read.
    const members = ids.flatMap((id) => byId.get(id) ?? []);
    return { members, totalCount: await countMembers(db, query.siteId) };
  });
  return {
    ...shown,
    endCursor: page.at(-1)?.place ?? null,
    hasNextPage: places.length > page.length,
  };
}

/** Members of a site. */
export const countMembersOf = (db: Database, siteId: string): Promise<number> => countMembers(db, siteId);

/** Waits until every member who has a place in the list is committed, so that a reader of all misses none. */
export const awaitMembers = (db: Database, siteId: string): Promise<void> =>
  transaction(db, async (tx) => void (await awaitPlaces(tx, siteId)));

export { foldMemberCounts } from './member-list.store.ts';

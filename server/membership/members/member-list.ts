import type { Member } from '../../../contract/members.ts';
import { transaction } from '../../platform/database/database.ts';
import type { Services } from '../services.ts';
import { awaitPlaces, countMembers, listPlaces, type ListQuery } from './member-list.store.ts';
import { findWire } from './members.ts';

export interface MemberPage {
  members: Member[];
  totalCount: number;
  /** What to ask on after; null where nothing is listed. */
  endCursor: number | null;
  hasNextPage: boolean;
}

/**
 * Members of a site in the order they joined, or the other way round. Nobody ever comes to stand before a cursor that
 * was given out.
 */
export async function listMembers(services: Services, query: ListQuery): Promise<MemberPage> {
  const { db } = services;
  const places = await transaction(db, async (tx) => {
    await awaitPlaces(tx, query.siteId);
    return listPlaces(tx, { ...query, limit: query.limit + 1 });
  });
  const page = places.slice(0, query.limit);
  const members: Member[] = [];
  // One after the other: a long page takes one connection, not all of them.
  for (const { id } of page) {
    const member = await findWire(services, db, id);
    // Nobody is kept from leaving meanwhile.
    if (member) members.push(member);
  }
  return {
    members,
    totalCount: await countMembers(db, query.siteId),
    endCursor: page.at(-1)?.place ?? null,
    hasNextPage: places.length > page.length,
  };
}

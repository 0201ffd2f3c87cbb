import { isOpenTo } from '../../../shared/gated-addresses.ts';
import type { Database } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/refusal.ts';
import { listEntitledPlanIds } from '../entitlements/entitlements.ts';
import type { Site } from '../sites/site.ts';

/** An access to a channel, to read or to write. */
interface Asked {
  site: Site;
  /** Undefined for a visitor. */
  memberId: string | undefined;
  key: string;
}

/**
 * Whether a visitor or member may read a channel with its counts and presence. A channel is public unless the site has put
 * it into a content group; a group that is not declared any more opens nothing.
 */
export async function isOpenChannel(db: Database, { site, memberId, key }: Asked): Promise<boolean> {
  const gates = site.comments.gatedChannels.filter((each) => each.key === key);
  if (gates.length === 0) return true;
  const planIds = memberId === undefined ? undefined : await listEntitledPlanIds(db, memberId);
  return gates.every(({ contentGroup }) => {
    const group = site.contentGroups.find((each) => each.key === contentGroup);
    return group !== undefined && isOpenTo(group, planIds);
  });
}

/** @throws Refusal access-denied */
export async function requireOpenChannel(db: Database, asked: Asked): Promise<void> {
  if (!(await isOpenChannel(db, asked)))
    throw new Refusal('access-denied', { message: 'These comments are not open to you.' });
}

import { commentChangesPerMember } from '../../../contract/calls/comments.ts';
import type { Channel } from '../../../contract/comments.ts';
import { transaction, type Database, type PooledDatabase } from '../../platform/database/database.ts';
import { lockMember } from '../members/members.ts';
import type { Services } from '../services.ts';
import { tryTake } from '../sign-in/sign-in-limits.ts';
import {
  countTyping,
  deleteEmptyChannels,
  deleteOldTyping,
  deleteSubscription,
  findChannelId,
  hasSubscription,
  holdChannel,
  insertSubscription,
  noteTyping,
  openChannel,
} from './channels.store.ts';
import { typingPerMember } from './comment-limits.ts';
import { countPosts } from './comment-views.store.ts';
import type { Reading } from './comment-views.ts';
import type { Doing } from './comments.ts';

/** Somebody counts as typing for so long after their page said so. */
const typingSeconds = 10;

type InChannel = Doing & { channelKey: string };

/** What there is in a channel; nothing where nobody has written yet. */
export async function readChannel(
  db: Database,
  { site, readerId, channelKey: key }: Reading & { channelKey: string },
): Promise<Channel> {
  const channelId = await findChannelId(db, { siteId: site.id, key });
  if (channelId === undefined) return { key, postCount: 0, subscribed: false, typing: 0 };
  return {
    key,
    postCount: await countPosts(db, channelId),
    subscribed: readerId !== undefined && (await hasSubscription(db, { channelId, memberId: readerId })),
    typing: await countTyping(db, channelId, readerId),
  };
}

/** Notes that a member is writing, once the channel has begun. A page that says so too often is not refused: it changes nothing. */
export async function startTyping(services: Services, { site, memberId, channelKey }: InChannel): Promise<void> {
  if (!(await tryTake(services.limits, typingPerMember, memberId))) return;
  await transaction(services.db, async (tx) => {
    await lockMember(services, tx, memberId);
    const channelId = await holdChannel(tx, { siteId: site.id, key: channelKey });
    if (channelId !== undefined) await noteTyping(tx, { channelId, memberId }, typingSeconds);
  });
}

/** Begins or ends mails about replies to the member's own posts. @throws Refusal too-many-requests */
export async function subscribe(
  services: Services,
  { site, memberId, channelKey, wanted }: InChannel & { wanted: boolean },
): Promise<void> {
  await services.limits.take(commentChangesPerMember, memberId);
  await transaction(services.db, async (tx) => {
    await lockMember(services, tx, memberId);
    const name = { siteId: site.id, key: channelKey };
    const channelId = await (wanted ? openChannel : findChannelId)(tx, name);
    if (channelId === undefined) return;
    await (wanted ? insertSubscription : deleteSubscription)(tx, { channelId, memberId });
  });
}

export const forgetTyping = (db: Database): Promise<void> => deleteOldTyping(db);

const forgottenAtOnce = 1_000;

/** Forgets channels in which nobody writes or listens any more: any page may name any. */
export async function forgetEmptyChannels(db: PooledDatabase): Promise<void> {
  const forget = () => transaction(db, (tx) => deleteEmptyChannels(tx, forgottenAtOnce));
  while ((await forget()) === forgottenAtOnce);
}

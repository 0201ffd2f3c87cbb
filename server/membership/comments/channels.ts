import * as z from 'zod/mini';
import { commentChangesPerMember, presenceSeconds } from '../../../contract/calls/comments.ts';
import type { Channel } from '../../../contract/comments.ts';
import { transaction, type PooledDatabase } from '../../platform/database/database.ts';
import { addLoneJob, jobKind } from '../../platform/jobs.ts';
import { listBylines } from '../members/bylines.ts';
import { lockMember } from '../members/members.ts';
import type { Services } from '../services.ts';
import { tryTake } from '../sign-in/sign-in-limits.ts';
import {
  deleteEmptyChannels,
  deleteSubscription,
  findChannelId,
  holdChannel,
  insertSubscription,
  noteHere,
  noteTyping,
  openChannel,
} from './channels.store.ts';
import { requireOpenChannel } from './channel-access.ts';
import { findChannelState } from './channel-state.store.ts';
import { typingPerMember } from './comment-limits.ts';
import type { Reading } from './comment-views.ts';
import type { Doing } from './comments.ts';

type InChannel = Doing & { channelKey: string };

/** Counts of a channel; zero for a channel without posts. @throws Refusal access-denied */
export async function readChannel(
  services: Services,
  { site, readerId, channelKey: key }: Reading & { channelKey: string },
): Promise<Channel> {
  const { db } = services;
  await requireOpenChannel(db, { site, memberId: readerId, key });
  const state = await findChannelState(db, { siteId: site.id, key }, readerId);
  if (!state)
    return {
      key,
      postCount: 0,
      subscribed: false,
      typing: 0,
      changes: 0,
      unread: 0,
      present: { count: 0, members: [] },
    };
  const { presentCount, presentIds, ...rest } = state;
  // Visitors learn how many members are there, not which.
  const memberIds = readerId === undefined ? [] : presentIds;
  const bylines = await listBylines(services, db, { site, memberIds, reader: 'member' });
  return { key, ...rest, present: { count: presentCount, members: [...bylines.values()] } };
}

/**
 * Notes that a member is there or writing, once the channel has begun. A page that says so too often is not refused: it
 * changes nothing.
 *
 * @throws Refusal access-denied
 */
export async function startTyping(
  services: Services,
  { site, memberId, channelKey: key, isTyping }: InChannel & { isTyping: boolean },
): Promise<void> {
  await requireOpenChannel(services.db, { site, memberId, key });
  if (!(await tryTake(services.limits, typingPerMember, memberId))) return;
  await transaction(services.db, async (tx) => {
    await lockMember(services, tx, memberId);
    const channelId = await holdChannel(tx, { siteId: site.id, key });
    if (channelId === undefined) return;
    if (isTyping) await noteTyping(tx, { channelId, memberId }, presenceSeconds);
    else await noteHere(tx, { channelId, memberId }, presenceSeconds.here);
  });
}

/** Begins or ends mails about replies to the member's own posts. @throws Refusal access-denied, too-many-requests */
export async function subscribe(
  services: Services,
  { site, memberId, channelKey, wanted }: InChannel & { wanted: boolean },
): Promise<void> {
  await requireOpenChannel(services.db, { site, memberId, key: channelKey });
  await services.limits.take(commentChangesPerMember, memberId);
  await transaction(services.db, async (tx) => {
    await lockMember(services, tx, memberId);
    const name = { siteId: site.id, key: channelKey };
    const channelId = await (wanted ? openChannel : findChannelId)(tx, name);
    if (channelId === undefined) return;
    await (wanted ? insertSubscription : deleteSubscription)(tx, { channelId, memberId });
  });
}

/** Channels that one statement looks through. */
const lookedAtOnce = 1_000;
/** Milliseconds of a run: below the 30 s of a job. */
const runMs = 15_000;

/**
 * Nightly, not hourly: a deleted channel that is created again numbers its posts from 1, which breaks an open page's
 * cursor. `after` is the cursor, the last id of the run before.
 */
export const forgetChannelsJob = jobKind({
  name: 'forget-empty-channels',
  lane: 'upkeep',
  schedule: '50 3 * * *',
  payload: z.object({ after: z._default(z.string(), '0') }),
});

/**
 * Deletes channels without posts and subscriptions: clients choose channel keys, so their number is unbounded. Looks
 * through all of them in the order of ids, a portion in a statement, and queues the rest.
 *
 * @param after id of the last channel looked at
 */
export async function forgetEmptyChannels(db: PooledDatabase, after = '0'): Promise<void> {
  const deadline = performance.now() + runMs;
  let last: string | undefined = after;
  while (last !== undefined && performance.now() < deadline) {
    const from: string = last;
    last = await transaction(db, (tx) => deleteEmptyChannels(tx, { after: from, limit: lookedAtOnce }));
  }
  if (last !== undefined) await addLoneJob(db, forgetChannelsJob, { after: last }, { key: 'on' });
}

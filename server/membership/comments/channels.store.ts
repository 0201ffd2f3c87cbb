import { sql, type Generated, type RawBuilder } from 'kysely';
import type { Database, Transaction } from '../../platform/database/database.ts';

type Tables = {
  comment_channel: {
    id: Generated<string>;
    site_id: string;
    key: string;
    last_post: Generated<string>;
    changes: Generated<string>;
  };
  comment_subscription: { channel_id: string; member_id: string; seen_at: Generated<Date> };
  comment_typing: { channel_id: string; member_id: string; until: Date; here_until: Generated<Date> };
};

/** A channel by its site and key. */
export interface ChannelName {
  siteId: string;
  key: string;
}

/** The id of a channel, if it exists. */
export async function findChannelId(db: Database, { siteId, key }: ChannelName): Promise<string | undefined> {
  const found = await db
    .withTables<Tables>()
    .selectFrom('comment_channel')
    .select('id')
    .where('site_id', '=', siteId)
    .where('key', '=', key)
    .executeTakeFirst();
  return found?.id;
}

/** The channel, locked against deletion (FOR KEY SHARE) until the transaction ends. */
export async function holdChannel(tx: Transaction, { siteId, key }: ChannelName): Promise<string | undefined> {
  const held = await tx
    .withTables<Tables>()
    .selectFrom('comment_channel')
    .select('id')
    .where('site_id', '=', siteId)
    .where('key', '=', key)
    .forKeyShare()
    .executeTakeFirst();
  return held?.id;
}

/**
 * Takes the order number of a new post; the first one creates the channel. The channel stays locked until the commit,
 * so that posts become visible in the order of their numbers and keyset pagination misses none.
 */
export const takePostPlace = (
  tx: Transaction,
  { siteId, key }: ChannelName,
): Promise<{ channelId: string; orderNumber: string }> =>
  tx
    .withTables<Tables>()
    .insertInto('comment_channel')
    .values({ site_id: siteId, key, last_post: '1', changes: '1' })
    .onConflict((conflict) =>
      conflict.columns(['site_id', 'key']).doUpdateSet((row) => ({
        last_post: row('comment_channel.last_post', '+', '1'),
        changes: row('comment_channel.changes', '+', '1'),
      })),
    )
    .returning(['id as channelId', 'last_post as orderNumber'])
    .executeTakeFirstOrThrow();

/** Counts a change in the channel: open pages read it again. */
export async function noteChange(tx: Transaction, channelId: string): Promise<void> {
  await tx
    .withTables<Tables>()
    .updateTable('comment_channel')
    .set((row) => ({ changes: row('changes', '+', '1') }))
    .where('id', '=', channelId)
    .execute();
}

/** The same in several channels, in one order against deadlocks. */
export async function noteChanges(tx: Transaction, channelIds: readonly string[]): Promise<void> {
  await sql`
    update comment_channel set changes = changes + 1 where id in (
      select id from comment_channel where id = any(${channelIds}) order by id for no key update)`.execute(tx);
}

/** The channel, created where it does not exist (upsert). */
export async function openChannel(db: Database, { siteId, key }: ChannelName): Promise<string> {
  const { id } = await db
    .withTables<Tables>()
    .insertInto('comment_channel')
    .values({ site_id: siteId, key })
    .onConflict((conflict) => conflict.columns(['site_id', 'key']).doUpdateSet({ key }))
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** A member in a channel: as subscriber or as typing. */
export interface Listener {
  channelId: string;
  memberId: string;
}

/** Subscribes a member to reply mails. Idempotent. */
export async function insertSubscription(db: Database, { channelId, memberId }: Listener): Promise<void> {
  await db
    .withTables<Tables>()
    .insertInto('comment_subscription')
    .values({ channel_id: channelId, member_id: memberId })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Ends a subscription. Idempotent. */
export async function deleteSubscription(db: Database, { channelId, memberId }: Listener): Promise<void> {
  await db
    .withTables<Tables>()
    .deleteFrom('comment_subscription')
    .where('channel_id', '=', channelId)
    .where('member_id', '=', memberId)
    .execute();
}

/** Whether a member is subscribed to reply mails. */
export async function hasSubscription(db: Database, { channelId, memberId }: Listener): Promise<boolean> {
  const found = await db
    .withTables<Tables>()
    .selectFrom('comment_subscription')
    .select('member_id')
    .where('channel_id', '=', channelId)
    .where('member_id', '=', memberId)
    .executeTakeFirst();
  return found !== undefined;
}

/** @param seconds so long the member counts as typing, and as being there */
export async function noteTyping(db: Database, listener: Listener, seconds: { typing: number; here: number }) {
  const until = secondsFromNow(seconds.typing);
  const hereUntil = secondsFromNow(seconds.here);
  await insertPresence(db, listener, { until, here_until: hereUntil });
}

/** @param seconds so long the member counts as being there */
export async function noteHere(db: Database, listener: Listener, seconds: number): Promise<void> {
  const hereUntil = secondsFromNow(seconds);
  await insertPresence(db, listener, { until: sql<Date>`now()`, here_until: hereUntil }, { here_until: hereUntil });
  await db
    .withTables<Tables>()
    .updateTable('comment_subscription')
    .set({ seen_at: sql<Date>`now()` })
    .where('channel_id', '=', listener.channelId)
    .where('member_id', '=', listener.memberId)
    .execute();
}

const secondsFromNow = (seconds: number) => sql<Date>`now() + make_interval(secs => ${seconds})`;

interface Presence {
  until: RawBuilder<Date>;
  here_until: RawBuilder<Date>;
}

/** @param changed of a member who is known to be there */
async function insertPresence(
  db: Database,
  { channelId, memberId }: Listener,
  presence: Presence,
  changed: Partial<Presence> = presence,
): Promise<void> {
  await db
    .withTables<Tables>()
    .insertInto('comment_typing')
    .values({ channel_id: channelId, member_id: memberId, ...presence })
    .onConflict((conflict) => conflict.columns(['channel_id', 'member_id']).doUpdateSet(changed))
    .execute();
}

/** Ends a member's typing mark, once they have written; they still count as being there. */
export async function endTyping(db: Database, { channelId, memberId }: Listener): Promise<void> {
  await db
    .withTables<Tables>()
    .updateTable('comment_typing')
    .set({ until: sql<Date>`now()` })
    .where('channel_id', '=', channelId)
    .where('member_id', '=', memberId)
    .execute();
}

const isEmpty = sql<boolean>`not exists (select from comment where channel_id = comment_channel.id and post_id is null)
  and not exists (select from comment_subscription where channel_id = comment_channel.id)`;

/**
 * Deletes those of the next channels that have neither posts nor subscriptions; locked ones are skipped until the next
 * night.
 *
 * @returns the last id of a full portion; undefined at the end
 */
export async function deleteEmptyChannels(
  tx: Transaction,
  { after, limit }: { after: string; limit: number },
): Promise<string | undefined> {
  const tables = tx.withTables<Tables>();
  const next = await tables
    .selectFrom('comment_channel')
    .select('id')
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute();
  const ids = next.map(({ id }) => id);
  if (ids.length === 0) return undefined;
  const locked = await tables
    .selectFrom('comment_channel')
    .select('id')
    .where('id', 'in', ids)
    .where(isEmpty)
    .orderBy('id')
    .forUpdate()
    .skipLocked()
    .execute();
  // Double-checked under the lock: a post may have been committed between the snapshot and the lock.
  if (locked.length > 0)
    await tables
      .deleteFrom('comment_channel')
      .where(
        'id',
        'in',
        locked.map(({ id }) => id),
      )
      .where(isEmpty)
      .execute();
  return ids.length < limit ? undefined : ids.at(-1);
}

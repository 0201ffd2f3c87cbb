import { sql, type Generated } from 'kysely';
import type { Database, Transaction } from '../../platform/database/database.ts';

type Tables = {
  comment_channel: { id: Generated<string>; site_id: string; key: string; last_post: Generated<string> };
  comment_subscription: { channel_id: string; member_id: string };
  comment_typing: { channel_id: string; member_id: string; until: Date };
};

export interface ChannelName {
  siteId: string;
  key: string;
}

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

/** The channel, kept from being forgotten until the transaction ends. */
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
 * The place of a new post; the first makes the channel. The channel stays locked, so that posts become visible in the
 * order of their numbers and nobody who pages through them misses one.
 */
export const takePostPlace = (
  tx: Transaction,
  { siteId, key }: ChannelName,
): Promise<{ channelId: string; orderNumber: string }> =>
  tx
    .withTables<Tables>()
    .insertInto('comment_channel')
    .values({ site_id: siteId, key, last_post: '1' })
    .onConflict((conflict) =>
      conflict.columns(['site_id', 'key']).doUpdateSet((row) => ({
        last_post: row('comment_channel.last_post', '+', '1'),
      })),
    )
    .returning(['id as channelId', 'last_post as orderNumber'])
    .executeTakeFirstOrThrow();

/** The channel, made if nobody has written in it yet. */
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

export interface Listener {
  channelId: string;
  memberId: string;
}

export async function insertSubscription(db: Database, { channelId, memberId }: Listener): Promise<void> {
  await db
    .withTables<Tables>()
    .insertInto('comment_subscription')
    .values({ channel_id: channelId, member_id: memberId })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function deleteSubscription(db: Database, { channelId, memberId }: Listener): Promise<void> {
  await db
    .withTables<Tables>()
    .deleteFrom('comment_subscription')
    .where('channel_id', '=', channelId)
    .where('member_id', '=', memberId)
    .execute();
}

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

/** @param seconds so long the member counts as typing */
export async function noteTyping(db: Database, { channelId, memberId }: Listener, seconds: number): Promise<void> {
  const until = sql<Date>`now() + make_interval(secs => ${seconds})`;
  await db
    .withTables<Tables>()
    .insertInto('comment_typing')
    .values({ channel_id: channelId, member_id: memberId, until })
    .onConflict((conflict) => conflict.columns(['channel_id', 'member_id']).doUpdateSet({ until }))
    .execute();
}

export async function deleteTyping(db: Database, { channelId, memberId }: Listener): Promise<void> {
  await db
    .withTables<Tables>()
    .deleteFrom('comment_typing')
    .where('channel_id', '=', channelId)
    .where('member_id', '=', memberId)
    .execute();
}

/** @param readerId not counted */
export async function countTyping(db: Database, channelId: string, readerId: string | undefined): Promise<number> {
  const { count } = await db
    .withTables<Tables>()
    .selectFrom('comment_typing')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('channel_id', '=', channelId)
    .where('member_id', '!=', readerId ?? '')
    .where('until', '>', sql<Date>`now()`)
    .executeTakeFirstOrThrow();
  return count;
}

export async function deleteOldTyping(db: Database): Promise<void> {
  await db
    .withTables<Tables>()
    .deleteFrom('comment_typing')
    .where('until', '<', sql<Date>`now()`)
    .execute();
}

const isEmpty = sql<boolean>`not exists (select from comment where channel_id = comment_channel.id and post_id is null)
  and not exists (select from comment_subscription where channel_id = comment_channel.id)`;

/** One that is being used at the moment is left for the next time. @returns how many are gone */
export async function deleteEmptyChannels(tx: Transaction, limit: number): Promise<number> {
  const tables = tx.withTables<Tables>();
  const locked = await tables
    .selectFrom('comment_channel')
    .select('id')
    .where(isEmpty)
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute();
  if (locked.length === 0) return 0;
  const ids = locked.map(({ id }) => id);
  // Looked at again now that nobody can write in them: somebody may have, just before.
  const gone = await tables
    .deleteFrom('comment_channel')
    .where('id', 'in', ids)
    .where(isEmpty)
    .returning('id')
    .execute();
  return gone.length;
}

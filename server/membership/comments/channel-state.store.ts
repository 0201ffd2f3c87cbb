import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import type { ChannelName } from './channels.store.ts';

type Tables = { comment_channel: { id: string; site_id: string; key: string; changes: string } };

/** The live state of a channel. */
export interface ChannelState {
  changes: number;
  postCount: number;
  subscribed: boolean;
  /** How many others are typing. */
  typing: number;
  /** Comments of others that a subscriber has not seen. */
  unread: number;
  presentCount: number;
  /** Of those who are there the first ones, by their ids. */
  presentIds: string[];
}

/** Most members who are named as being there. */
const namedMost = 50;

/** In one question, since pages ask it again and again. */
export function findChannelState(
  db: Database,
  { siteId, key }: ChannelName,
  readerId: string | undefined,
): Promise<ChannelState | undefined> {
  const reader = readerId ?? null;
  const present = sql`from comment_typing where channel_id = comment_channel.id and here_until > now()`;
  const own = sql`from comment_subscription where channel_id = comment_channel.id and member_id = ${reader}`;
  return db
    .withTables<Tables>()
    .selectFrom('comment_channel')
    .select([
      sql<number>`changes::float8`.as('changes'),
      sql<number>`(select count(*)::int from comment where channel_id = comment_channel.id and post_id is null)`.as(
        'postCount',
      ),
      sql<boolean>`exists (select ${own})`.as('subscribed'),
      sql<number>`(select count(*)::int from comment_typing where channel_id = comment_channel.id
        and until > now() and member_id is distinct from ${reader})`.as('typing'),
      sql<number>`(select count(*)::int from comment where channel_id = comment_channel.id
        and member_id is distinct from ${reader} and created_at > (select seen_at ${own}))`.as('unread'),
      sql<number>`(select count(*)::int ${present})`.as('presentCount'),
      sql<string[]>`array(select member_id ${present} order by member_id limit ${namedMost})`.as('presentIds'),
    ])
    .where('site_id', '=', siteId)
    .where('key', '=', key)
    .executeTakeFirst();
}

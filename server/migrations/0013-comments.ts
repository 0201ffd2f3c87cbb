import { sql, type Kysely } from 'kysely';

/** Comments: channels, posts and replies, votes, typing indicators, mail subscriptions. */
export const comments = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

const statements = [
  `create table comment_channel (
    id bigint generated always as identity primary key,
    site_id text not null references site (id) on delete cascade,
    key text not null,
    -- The number given to the newest post. Taking the next one locks the row, so numbers become visible in order.
    last_post bigint not null default 0,
    unique (site_id, key)
  )`,
  `create table comment (
    id text primary key,
    channel_id bigint not null references comment_channel (id) on delete cascade,
    -- The post a reply belongs to; null for a post.
    post_id text references comment (id) on delete cascade,
    member_id text not null references member (id) on delete cascade,
    -- Among the posts of the channel, or the replies of the post.
    order_number bigint not null,
    content text not null,
    -- The page it was written on.
    page_url text,
    -- The number given to a post's newest reply, and the one its author was last told of.
    last_reply bigint not null default 0,
    told_reply bigint not null default 0,
    told_at timestamptz,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now()
  )`,
  `create unique index comment_post_order on comment (channel_id, order_number) where post_id is null`,
  `create unique index comment_reply_order on comment (post_id, order_number) where post_id is not null`,
  `create index comment_member on comment (member_id)`,
  `create table comment_vote (
    comment_id text not null references comment (id) on delete cascade,
    member_id text not null references member (id) on delete cascade,
    vote text not null check (vote in ('UP', 'DOWN')),
    primary key (comment_id, member_id)
  )`,
  `create index comment_vote_member on comment_vote (member_id)`,
  `create table comment_subscription (
    channel_id bigint not null references comment_channel (id) on delete cascade,
    member_id text not null references member (id) on delete cascade,
    primary key (channel_id, member_id)
  )`,
  `create index comment_subscription_member on comment_subscription (member_id)`,
  // Unlogged: written often, and disposable after a crash.
  `create unlogged table comment_typing (
    channel_id bigint not null references comment_channel (id) on delete cascade,
    member_id text not null references member (id) on delete cascade,
    until timestamptz not null,
    primary key (channel_id, member_id)
  )`,
  `create index comment_typing_member on comment_typing (member_id)`,
  // One-click unsubscribe (RFC 8058).
  `alter table mail_outbox add column unsubscribe_url text`,
];

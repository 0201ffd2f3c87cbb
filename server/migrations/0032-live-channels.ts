import { sql, type Kysely } from 'kysely';

/** What happens in a channel can be followed: how often it has changed, who is there, what a listener has seen. */
export const liveChannels = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

const statements = [
  // The process of the release before this one inserts while it still runs: every column has a default.
  `alter table comment_channel add column changes bigint not null default 0`,
  // A member is there until then; who types is there, too.
  `alter table comment_typing add column here_until timestamptz not null default now()`,
  `alter table comment_subscription add column seen_at timestamptz not null default now()`,
];

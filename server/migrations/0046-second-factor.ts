import { sql, type Kysely } from 'kysely';

/**
 * Passkeys, authenticator apps and recovery codes, of staff and members alike: each row names one of the two, so that
 * either's deletion takes it along. With them, on which devices a member has signed in.
 */
export const secondFactor = {
  async up(db: Kysely<unknown>): Promise<void> {
    const holder = sql`
      staff_id text references staff (id) on delete cascade,
      member_id text references member (id) on delete cascade`;
    await sql`
      create table passkey (
        id text primary key,
        ${holder},
        relying_party text not null,
        credential_id text not null,
        public_key bytea not null,
        sign_count bigint not null,
        transports text[] not null,
        name text not null,
        is_backed_up boolean not null,
        created_at timestamptz not null default now(),
        last_used_at timestamptz,
        constraint passkey_credential unique (credential_id),
        check (num_nonnulls(staff_id, member_id) = 1)
      )`.execute(db);
    await sql`
      create table authenticator_app (
        id text primary key,
        ${holder},
        sealed_secret bytea not null,
        last_step integer,
        created_at timestamptz not null default now(),
        confirmed_at timestamptz,
        check (num_nonnulls(staff_id, member_id) = 1)
      )`.execute(db);
    await sql`
      create table recovery_code (
        code_hash text primary key,
        ${holder},
        check (num_nonnulls(staff_id, member_id) = 1)
      )`.execute(db);
    await sql`
      create table second_factor_challenge (
        token_hash bytea primary key,
        purpose text not null,
        audience text not null,
        bound_to text,
        ${holder},
        tries integer not null default 0,
        expires_at timestamptz not null,
        check (num_nonnulls(staff_id, member_id) <= 1)
      )`.execute(db);
    for (const table of ['passkey', 'recovery_code', 'second_factor_challenge'])
      for (const column of ['staff_id', 'member_id'])
        await sql`
          create index ${sql.raw(`${table}_${column}`)} on ${sql.table(table)} (${sql.ref(column)})
          where ${sql.ref(column)} is not null`.execute(db);
    await sql`create index second_factor_challenge_expires_at on second_factor_challenge (expires_at)`.execute(db);
    for (const column of ['staff_id', 'member_id'])
      for (const state of ['null', 'not null'])
        await sql`
          create unique index ${sql.raw(`authenticator_app_${column}${state === 'null' ? '_pending' : ''}`)}
          on authenticator_app (${sql.ref(column)}) where confirmed_at is ${sql.raw(state)}`.execute(db);
    await sql`
      create index authenticator_app_pending on authenticator_app (created_at) where confirmed_at is null`.execute(db);
    await sql`
      create table member_device (
        member_id text not null references member (id) on delete cascade,
        device text not null,
        last_seen_at timestamptz not null default now(),
        primary key (member_id, device)
      )`.execute(db);
    await sql`create index member_device_last_seen_at on member_device (last_seen_at)`.execute(db);
    await sql`alter table session add column needs_second_factor boolean not null default false`.execute(db);
    // Not validated: it takes more than the one before, so that no row has to be read.
    await sql`
      alter table session drop constraint session_way_check, add constraint session_way_check
        check (way in ('password', 'code', 'provider', 'passkey')) not valid`.execute(db);
  },
};

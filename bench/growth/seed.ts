import { createHash } from 'node:crypto';
import { hash, type Algorithm } from '@node-rs/argon2';
import type pg from 'pg';
import { password } from '../membership/seed.ts';

/** How large a database is. */
export interface Size {
  members: number;
  sessionsEach: number;
}

export const siteId = 'app_demo';

/** The address of the member with a number, from 1. */
export const emailOf = (member: number): string => `bench-${member}@example.org`;

/** The id of the member with a number, from 1: spread over the index, as random ids are. */
export const idOf = (member: number): string => `mem_sb_${createHash('md5').update(String(member)).digest('hex')}`;

/** The token of the session with a number, from 1. Sessions follow the order of their members. */
export const tokenOf = (session: number): string => `session-${session}-of-the-benchmark`;

/**
 * Fills a database with members, a free plan and sessions each, by statements of the server alone: the same rows in
 * each run, a million members with five sessions each in about a minute.
 */
export async function seed(pool: pg.Pool, { members, sessionsEach }: Size): Promise<void> {
  const passwordHash = await hash(password, {
    // The product's parameters, so that log-in renews none.
    algorithm: 2 as Algorithm,
    memoryCost: 19_456,
    timeCost: 2,
    parallelism: 1,
  });
  const client = await pool.connect();
  try {
    // Foreign keys need no check: the rows are made to fit.
    await client.query(
      `set session_replication_role = replica; set synchronous_commit = off;
       set maintenance_work_mem = '512MB'; set work_mem = '256MB'`,
    );
    await fill(client, 'member', [
      `insert into member (id, site_id, email, verified, password_hash, custom_fields)
       select 'mem_sb_' || md5(n::text), '${siteId}', 'bench-' || n || '@example.org', true, $1,
         '{"first-name":"Robin","workshop":"Wood turning"}'
       from generate_series(1, $2::int) as n`,
      [passwordHash, members],
    ]);
    // As the trigger would have counted, which a replica's role leaves out.
    await client.query('insert into member_count (site_id, members) values ($1, $2)', [siteId, members]);
    await fill(client, 'plan_connection', [
      `insert into plan_connection (id, member_id, plan_id, type, status)
       select 'con_' || md5(n::text), 'mem_sb_' || md5(n::text), 'pln_demo_free', 'FREE', 'ACTIVE'
       from generate_series(1, $1::int) as n`,
      [members],
    ]);
    // In the order of the primary key, which is then written page by page.
    await fill(client, 'session', [
      `insert into session (token_hash, member_id, site_id, id, expires_at)
       select sha256(convert_to('session-' || n || '-of-the-benchmark', 'UTF8')) as hash,
         'mem_sb_' || md5(((n - 1) / $2::int + 1)::text), '${siteId}', lpad(to_hex(n), 32, '0')::uuid,
         now() + interval '14 days'
       from generate_series(1, $1::int * $2::int) as n order by hash`,
      [members, sessionsEach],
    ]);
  } finally {
    client.release(true);
  }
  await pool.query('vacuum (analyze) member, plan_connection, session');
  await pool.query('checkpoint');
}

/** Inserts without the indexes that no constraint needs, and builds these anew: sorted, several times faster. */
async function fill(client: pg.PoolClient, table: string, [text, values]: [string, unknown[]]): Promise<void> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index
     where indrelid = $1::regclass and not exists (select from pg_constraint where conindid = indexrelid)`,
    [table],
  );
  for (const { name } of rows) await client.query(`drop index ${name}`);
  await client.query(text, values);
  for (const { definition } of rows) await client.query(definition);
}

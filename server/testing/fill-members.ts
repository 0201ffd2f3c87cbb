import type { Pool } from '../platform/database/database.ts';

/** Members that one statement inserts. */
const atOnce = 50_000;

/**
 * Inserts members of the portal's site with a session each, as many as a restore drill wants. No password matches their
 * hashes.
 *
 * @param pool of the database's owner, without a statement timeout
 */
export async function fillMembers(pool: Pool, count: number): Promise<void> {
  for (let from = 1; from <= count; from += atOnce) {
    const to = Math.min(count, from + atOnce - 1);
    await pool.query(
      `with made as (
         insert into member (id, site_id, email, verified, password_hash, custom_fields)
         select 'mem_drill' || n, 'app_enrolment', 'drill-' || n || '@example.org', true,
           '$argon2id$v=19$m=19456,t=2,p=1$' || translate(encode(sha256(('salt' || n)::bytea), 'base64'), '=', ''),
           '{"first-name":"Robin","last-name":"Lee"}'
         from generate_series($1::int, $2::int) n returning id, site_id)
       insert into session (token_hash, member_id, site_id, expires_at)
       select sha256(id::bytea), id, site_id, now() + interval '14 days' from made`,
      [from, to],
    );
  }
}

import { createHash, randomBytes } from 'node:crypto';
import { hash, type Algorithm } from '@node-rs/argon2';
import type pg from 'pg';

/** The password of all seeded members. */
export const password = 'quiet-harbour-lantern-7';

/** A seeded member with a session. */
export interface BenchMember {
  id: string;
  email: string;
  token: string;
}

/** Inserts members with a session and a free plan each; sign-up is measured separately. */
export async function seedMembers(pool: pg.Pool, count: number): Promise<BenchMember[]> {
  // One hash for all, with the product's parameters, so that log-in renews none.
  const passwordHash = await hash(password, {
    algorithm: 2 as Algorithm,
    memoryCost: 19_456,
    timeCost: 2,
    parallelism: 1,
  });
  const members = Array.from({ length: count }, (_, index) => ({
    id: `mem_sb_bench${index}`,
    email: `bench-${index}@example.org`,
    token: randomBytes(32).toString('base64url'),
  }));
  const ids = members.map((member) => member.id);
  await pool.query(
    `insert into member (id, site_id, email, verified, password_hash, custom_fields)
     select id, 'app_demo', email, true, $3, '{"first-name":"Robin","workshop":"Wood turning"}'
     from unnest($1::text[], $2::text[]) as m (id, email)`,
    [ids, members.map((member) => member.email), passwordHash],
  );
  await pool.query(
    `insert into plan_connection (id, member_id, plan_id, type, status)
     select 'con_' || id, id, 'pln_demo_free', 'FREE', 'ACTIVE' from unnest($1::text[]) as m (id)`,
    [ids],
  );
  await pool.query(
    `insert into session (token_hash, member_id, site_id, expires_at)
     select hash, id, 'app_demo', now() + interval '14 days' from unnest($1::text[], $2::bytea[]) as s (id, hash)`,
    [ids, members.map((member) => createHash('sha256').update(member.token).digest())],
  );
  await pool.query('analyze');
  return members;
}

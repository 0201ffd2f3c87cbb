import pg from 'pg';
import { hashToken } from '../../server/platform/keys.ts';
import type { Ground } from '../ground.ts';
import type { Program } from '../program.ts';
import { seed, type Size } from './seed.ts';

/** The product on a full database, with an owner who is signed in. */
export interface Prepared {
  product: Program;
  pool: pg.Pool;
  /** The owner's session, `name=value`. */
  cookie: string;
}

const token = 'session-of-the-benchmark';

/** Fills a database, unless one of that size was kept, and starts the product on it. */
export async function prepare(ground: Ground, size: Size, say: (step: string) => void): Promise<Prepared> {
  const name = `console_${size.members}_${size.orders}`;
  const kept = await ground.findDatabase(name);
  const databaseUrl = kept ?? (await ground.newDatabase(name));
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 2 });
  // The product declares the site before its members come.
  let product = await ground.startProduct(databaseUrl);
  if (kept === undefined) {
    say(`inserting ${size.members} members and ${size.orders} orders`);
    await seed(pool, size);
    // One that has read the statistics of before plans by them for a while.
    await product.stop();
    product = await ground.startProduct(databaseUrl);
  }
  await pool.query(
    `insert into staff (id, email, name, role, password_hash, accepted_at)
     values ('stf_bench', 'bench@example.org', 'Bench', 'owner', 'none', now()) on conflict (id) do nothing`,
  );
  await pool.query(
    `insert into staff_session (token_hash, staff_id, way, expires_at) values ($1, 'stf_bench', 'passkey', now() + interval '12 hours')
     on conflict (token_hash) do update set last_used_at = now(), proved_at = now(), expires_at = excluded.expires_at`,
    [hashToken(token)],
  );
  return { product, pool, cookie: `intake_staff=${token}` };
}

/** Does work while the planner takes no account of an index, and gives it back. */
export async function withoutIndex<T>(pool: pg.Pool, name: string, work: () => Promise<T>): Promise<T> {
  const set = (isValid: boolean) =>
    pool.query('update pg_index set indisvalid = $2 where indexrelid = $1::regclass', [name, isValid]);
  await set(false);
  try {
    return await work();
  } finally {
    await set(true);
  }
}

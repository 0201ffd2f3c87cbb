import { createHash, randomBytes } from 'node:crypto';
import pg from 'pg';
import { applySite } from '../../server/membership/declaration/apply-site.ts';
import { SiteDeclaration } from '../../server/membership/declaration/site-declaration.ts';
import { createDatabase, type PooledDatabase } from '../../server/platform/database/database.ts';
import { developmentSecret } from '../../server/platform/development-secrets.ts';
import { createKeys } from '../../server/platform/keys.ts';
import { createOutbound } from '../../server/platform/outbound.ts';
import { insertCohort } from '../../server/testing/cohorts.ts';
import { freePort } from '../../server/testing/free-port.ts';
import type { Ground } from '../ground.ts';
import type { Program } from '../program.ts';
import { startReceiver, type Receiver } from './receiver.ts';

/** The site whose owner is told of what happens, and its endpoints: one that the product serves, one for the floor. */
export const toldSite = 'app_bench';
export const endpoints = { product: 'crm', bare: 'bare' } as const;

/** A product that sells, the floor beside it on the same database, and the services outside that both speak to. */
export interface Shop {
  product: Program;
  bare: Program;
  pool: pg.Pool;
  db: PooledDatabase;
  receiver: Receiver;
  webhookSecret: string;
  postgresPid: number;
  /** Members who may buy, each with a session. @returns their tokens */
  buildBuyers(count: number): Promise<string[]>;
  /** A cohort that is open. @returns its id */
  buildCohort(capacity: number): Promise<string>;
  stop(): Promise<void>;
}

/** Starts it all on a database of its own; the card provider has another. */
export async function startShop(ground: Ground): Promise<Shop> {
  const [databaseUrl, cardDatabase] = [await ground.newDatabase('shop'), await ground.newDatabase('cards')];
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 2 });
  const db = createDatabase(pool);
  const receiver = await startReceiver();
  await declareToldSite(db, receiver.url);
  const [port, webhookSecret] = [await freePort(), 'whsec_of_the_selling_benchmark'];
  const provider = await ground.startProgram('selling/card-provider.ts', {
    DATABASE_URL: cardDatabase,
    WEBHOOK_URL: `http://127.0.0.1:${port}/webhooks/stripe`,
    WEBHOOK_SECRET: webhookSecret,
  });
  const cardApi = await (await fetch(`${provider.url}/healthz`)).text();
  const product = await ground.startProduct(databaseUrl, {
    PORT: String(port),
    STRIPE_SECRET_KEY: 'sk_test_bench',
    STRIPE_WEBHOOK_SECRET: webhookSecret,
    STRIPE_API_BASE: cardApi,
  });
  const bare = await ground.startProgram('selling/bare-seller.ts', {
    DATABASE_URL: databaseUrl,
    CARD_API: cardApi,
    WEBHOOK_SECRET: webhookSecret,
  });
  return {
    product,
    bare,
    pool,
    db,
    receiver,
    webhookSecret,
    postgresPid: ground.postgresPid,
    buildBuyers: (count) => insertBuyers(pool, count),
    buildCohort: (capacity) => insertCohort(pool, { capacity }),
    async stop() {
      for (const program of [product, bare, provider]) await program.stop();
      receiver.stop();
      await pool.end();
    },
  };
}

async function declareToldSite(db: PooledDatabase, url: string): Promise<void> {
  const declaration = SiteDeclaration.parse({
    id: toldSite,
    publicKey: 'pk_sb_bench',
    name: 'Bench',
    mode: 'sandbox',
    fields: [],
    webhooks: Object.values(endpoints).map((id) => ({ id, url })),
  });
  const keys = createKeys([await developmentSecret(db, 'signing')]);
  const outbound = createOutbound({ reachesOwnMachine: true });
  await applySite({ keys, outbound }, db, { declaration, actor: 'benchmark' });
}

async function insertBuyers(pool: pg.Pool, count: number): Promise<string[]> {
  const tokens = Array.from({ length: count }, () => randomBytes(32).toString('base64url'));
  const hashes = tokens.map((token) => createHash('sha256').update(token).digest());
  const ids = hashes.map((hash) => `mem_sb_${hash.toString('hex').slice(0, 24)}`);
  await pool.query(
    `insert into member (id, site_id, email, verified, custom_fields)
     select id, 'app_enrolment', id || '@example.org', true, '{"stage": "2", "eligibility-status": "preapproved"}'
     from unnest($1::text[]) as id`,
    [ids],
  );
  await pool.query(
    `insert into session (token_hash, member_id, site_id, expires_at)
     select hash, id, 'app_enrolment', now() + interval '1 day' from unnest($1::bytea[], $2::text[]) as s (hash, id)`,
    [hashes, ids],
  );
  return tokens;
}

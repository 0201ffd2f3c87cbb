/**
 * The floor under the start of the product: a server of the same packages that asks one statement of the same database.
 * It answers on PORT once that has answered.
 */
import Fastify from 'fastify';
import { Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import Stripe from 'stripe';
import * as z from 'zod/mini';

const Environment = z.object({ DATABASE_URL: z.string(), HOST: z.string(), PORT: z.coerce.number() });
const { DATABASE_URL: connectionString, HOST: host, PORT: port } = Environment.parse(process.env);
const dialect = new PostgresDialect({ pool: new pg.Pool({ connectionString }) });
await sql`select 1`.execute(new Kysely({ dialect }));
const server = Fastify();
server.get('/readyz', () => ({ provider: Stripe.name }));
await server.listen({ host, port });

import type { Database } from './database/database.ts';
import { randomToken } from './keys.ts';

type SecretTables = { development_secret: { name: string; value: string } };

/**
 * A secret that a development installation generates once. Stored in the database, so that two processes share it.
 * Production takes its secrets from the environment and never calls this.
 *
 * @param prefix of the value, for example `whsec_`
 */
export async function developmentSecret(db: Database, name: string, prefix = ''): Promise<string> {
  const secrets = db.withTables<SecretTables>();
  await secrets
    .insertInto('development_secret')
    .values({ name, value: prefix + randomToken() })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
  const { value } = await secrets
    .selectFrom('development_secret')
    .select('value')
    .where('name', '=', name)
    .executeTakeFirstOrThrow();
  return value;
}

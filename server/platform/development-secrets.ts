import type { Database } from './database/database.ts';
import { randomToken } from './keys.ts';

type SecretTables = { development_secret: { name: string; value: string } };

/**
 * A secret a development installation makes for itself, once. It lies in the database so that two processes share it.
 * Production is given its secrets by the environment and never comes here.
 *
 * @param prefix what the value begins with, `whsec_` say
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

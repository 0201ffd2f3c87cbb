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
  await db
    .withTables<SecretTables>()
    .insertInto('development_secret')
    .values({ name, value: prefix + randomToken() })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
  return (await findDevelopmentSecret(db, name))!;
}

/** The secret, for what makes none by itself: undefined where no product in development has asked for it. */
export async function findDevelopmentSecret(db: Database, name: string): Promise<string | undefined> {
  const found = await db
    .withTables<SecretTables>()
    .selectFrom('development_secret')
    .select('value')
    .where('name', '=', name)
    .executeTakeFirst();
  return found?.value;
}

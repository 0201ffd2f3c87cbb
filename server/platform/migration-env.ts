import * as z from 'zod/mini';
import { loginOf } from './database/account.ts';
import { faultsOfConnections, WrongEnvironment } from './env.ts';
import { Variables } from './env-variables.ts';
import { takeSecretFiles } from './secret-files.ts';

/** The environment of `intake migrate`. */
export interface MigrationEnv {
  databaseUrl: string;
  ownerUrl: string;
}

const Needed = z.pick(Variables, {
  DATABASE_URL: true,
  DATABASE_OWNER_URL: true,
  NODE_ENV: true,
  INTAKE_ALLOW_PLAIN: true,
});

/**
 * Reads only the two database addresses of the product's environment: a migration job needs no other secret.
 *
 * @param source usually `process.env`
 * @throws WrongEnvironment naming every fault at once
 */
export function readMigrationEnv(source: Readonly<Record<string, string | undefined>>): MigrationEnv {
  const names = Object.keys(Needed.shape).flatMap((name) => [name, `${name}_FILE`]);
  const { variables, faults } = takeSecretFiles(Object.fromEntries(names.map((name) => [name, source[name]])));
  const { DATABASE_URL: databaseUrl, DATABASE_OWNER_URL: ownerUrl } = variables;
  if (!databaseUrl) faults.push('DATABASE_URL is missing: it names the account that the product will run under');
  if (!ownerUrl) faults.push('DATABASE_OWNER_URL is missing: it names the account that owns the database');
  const parsed = Needed.safeParse(variables);
  faults.push(
    ...(parsed.success ? faultsOfConnections(parsed.data) : parsed.error.issues.map(({ message }) => message)),
  );
  if (!databaseUrl || !ownerUrl || faults.length > 0) throw new WrongEnvironment(faults);
  if (loginOf(databaseUrl).account === loginOf(ownerUrl).account)
    throw new WrongEnvironment(['DATABASE_URL and DATABASE_OWNER_URL name one account: the product needs another one']);
  return { databaseUrl, ownerUrl };
}

import type { Database, Transaction } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import type { SealedColumn } from '../../platform/sealed-values.ts';
import { deleteSealed, findSealed, listNames, saveSealed } from './site-secrets.store.ts';

/** Name of a secret: the client secret of a provider (`provider.google`), or that of a captcha service. */
export type SecretName = `provider.${string}` | 'captcha';

/** Bound to site and name (associated data), so that a sealed value cannot be moved to another row. */
const purpose = (siteId: string, name: SecretName) => `site-secret\0${siteId}\0${name}`;

/** The sealed secrets of all sites. */
export const sealedSiteSecrets: SealedColumn = {
  table: 'site_secret',
  column: 'sealed',
  key: ['site_id', 'name'],
  purpose: (siteId, name) => purpose(siteId, name as SecretName),
};

/** Stores a secret, sealed under a key that is not in the database. Replaces one of that name. */
export const saveSecret = (
  { keys }: Pick<Platform, 'keys'>,
  tx: Transaction,
  siteId: string,
  name: SecretName,
  value: string,
): Promise<void> => saveSealed(tx, siteId, name, keys.seal(purpose(siteId, name), value));

/** A secret in plain text. @throws Error when it was sealed under a lost key */
export async function findSecret(
  { keys }: Pick<Platform, 'keys'>,
  db: Database,
  siteId: string,
  name: SecretName,
): Promise<string | undefined> {
  const sealed = await findSealed(db, siteId, name);
  return sealed && keys.open(purpose(siteId, name), sealed);
}

/** The names of a site's secrets, never their values. */
export const listSecretNames = (db: Database, siteId: string): Promise<SecretName[]> =>
  listNames(db, siteId) as Promise<SecretName[]>;

/** Deletes a secret. Idempotent. */
export const deleteSecret = (tx: Transaction, siteId: string, name: SecretName): Promise<void> =>
  deleteSealed(tx, siteId, name);

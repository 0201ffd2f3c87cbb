import { transaction, type Database } from '../../platform/database/database.ts';
import { hashToken, newId } from '../../platform/keys.ts';
import type { Services } from '../services.ts';
import type { Site } from '../sites/site.ts';
import { ref } from '../../platform/security-events/define-events.ts';
import { recordEvent } from '../../platform/security-events/record-event.ts';
import { currentRequest, describeRequest } from '../../platform/security-events/request-context.ts';
import { recordAct, type AuditedBy } from '../audit/audit.ts';
import { endKey, findKey, insertKey, isVoided, noteUse, selectExpiring, selectKeys } from './secret-keys.store.ts';

/** A secret key as it is listed: it opens the calls for a site's own server. */
export interface SecretKey {
  id: string;
  /** Its purpose, as the operator named it. */
  label: string;
  createdAt: Date;
  lastUsedAt: Date | null;
  revokedAt: Date | null;
  /** null for a key that does not expire. */
  expiresAt: Date | null;
}

export interface KeyWish extends AuditedBy {
  site: Pick<Site, 'id' | 'mode'>;
  label: string;
  /** Days until it expires; without, it does not. */
  days?: number | undefined;
}

/** A new key with its plain text, which is shown once and not stored. */
export interface MadeKey {
  id: string;
  key: string;
  expiresAt: Date | null;
}

/** Thrown when a secret key is created for a voided site, whose calls are all refused (decision 0032). The message says what to do. */
export class SiteVoided extends Error {}

/** Days before its end that an expiring key is logged: enough to rotate it. */
const noticeDays = 14;

/**
 * Creates a key. Only its hash is stored.
 *
 * @returns `sk_…`, of a site in test mode `sk_sb_…`, with 48 random characters (242 bits)
 * @throws SiteVoided
 */
export const createSecretKey = (db: Database, { site, label, days, ...by }: KeyWish): Promise<MadeKey> =>
  transaction(db, async (tx) => {
    if (await isVoided(tx, site.id))
      throw new SiteVoided(
        `${site.id} has no new key: it came with the product for demonstration and is void in production. Apply a site of your own, as docs/running-in-production.md says.`,
      );
    const id = newId('key_');
    const key = newId(site.mode === 'sandbox' ? 'sk_sb_' : 'sk_') + newId('');
    const expiresAt = await insertKey(tx, { id, siteId: site.id, label, hash: hashToken(key), days: days ?? null });
    await recordAct(tx, { ...by, siteId: site.id, action: 'key.created', subject: id, note: label });
    return { id, key, expiresAt };
  });

/** All keys of a site, expired and revoked ones too, the oldest first. */
export const listSecretKeys = (db: Database, siteId: string): Promise<SecretKey[]> => selectKeys(db, siteId);

/** Ends a key, from the next request on. @returns whether the site had such a key that worked */
export const revokeSecretKey = (
  db: Database,
  { siteId, id, ...by }: AuditedBy & { siteId: string; id: string },
): Promise<boolean> =>
  transaction(db, async (tx) => {
    const had = await endKey(tx, siteId, id);
    if (had) await recordAct(tx, { ...by, siteId, action: 'key.revoked', subject: id });
    return had;
  });

/** Logs each day the keys that expire soon, before a site's server is refused. */
export async function warnOfExpiringKeys({ db, log }: Pick<Services, 'db' | 'log'>): Promise<void> {
  for (const { id, siteId, label, expiresAt } of await selectExpiring(db, noticeDays))
    log.warn({ key: id, site: siteId, label, expiresAt }, 'a secret key is about to expire: make another one');
}

/** The site of a working key, read from the database each time, so that a revocation counts at once. A failure is a security event. */
export async function useSecretKey(db: Database, key: string): Promise<{ siteId: string; label: string } | undefined> {
  const found = key.startsWith('sk_') ? await findKey(db, hashToken(key)) : undefined;
  if (found) describeRequest({ site: ref(found.siteId), key: ref(found.id) });
  if (!found?.isLive) {
    recordEvent('secret-key', { outcome: found ? 'ended' : 'wrong' });
    return undefined;
  }
  noteNetwork(found.id);
  await noteUse(db, found.id);
  return { siteId: found.siteId, label: found.label };
}

/** Networks each key was used from, in this process. Bounded: only a working key adds to it. */
const networksOfKeys = new Map<string, Set<string>>();
/** Networks kept for one key; then the set is cleared and each is reported again. */
const networksMost = 1_000;

/** Reports a key's use from a new network, a sign that it was stolen. */
function noteNetwork(keyId: string): void {
  const client = currentRequest()?.client;
  const seen = networksOfKeys.get(keyId) ?? new Set();
  if (client === undefined || seen.has(client)) return;
  recordEvent('secret-key', { outcome: 'new-network' });
  if (seen.size >= networksMost) seen.clear();
  networksOfKeys.set(keyId, seen.add(client));
}

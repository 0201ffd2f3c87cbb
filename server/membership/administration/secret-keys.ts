import { transaction, type Database } from '../../platform/database/database.ts';
import { hashToken, newId } from '../../platform/keys.ts';
import type { Services } from '../services.ts';
import type { Site } from '../sites/site.ts';
import { ref } from '../../platform/security-events/define-events.ts';
import { recordEvent } from '../../platform/security-events/record-event.ts';
import { currentRequest, describeRequest } from '../../platform/security-events/request-context.ts';
import { recordAct } from '../audit/audit.ts';
import { endKey, findKey, insertKey, noteUse, selectExpiring, selectKeys } from './secret-keys.store.ts';

/** A key that lets a site's own server do what its people may do. */
export interface SecretKey {
  id: string;
  /** What it is for, in the words of whoever made it. */
  label: string;
  createdAt: Date;
  lastUsedAt: Date | null;
  revokedAt: Date | null;
  /** When it ends by itself. */
  expiresAt: Date | null;
}

export interface KeyWish {
  site: Pick<Site, 'id' | 'mode'>;
  label: string;
  actor: string;
  /** After so many days it ends by itself; never unless given. */
  days?: number | undefined;
}

/** What is told of a key this once. */
export interface MadeKey {
  id: string;
  key: string;
  expiresAt: Date | null;
}

/** Days before its end that a key's end is told in the log: enough to make another and change over. */
const noticeDays = 14;

/**
 * Makes a key. It is returned this once: what is stored is its hash.
 *
 * @returns `sk_…`, of a site in test mode `sk_sb_…`, with 48 random characters (242 bits)
 */
export const createSecretKey = (db: Database, { site, label, actor, days }: KeyWish): Promise<MadeKey> =>
  transaction(db, async (tx) => {
    const id = newId('key_');
    const key = newId(site.mode === 'sandbox' ? 'sk_sb_' : 'sk_') + newId('');
    const expiresAt = await insertKey(tx, { id, siteId: site.id, label, hash: hashToken(key), days: days ?? null });
    await recordAct(tx, { siteId: site.id, actor, action: 'key.created', subject: id, note: label });
    return { id, key, expiresAt };
  });

/** All keys a site ever had, the oldest first. */
export const listSecretKeys = (db: Database, siteId: string): Promise<SecretKey[]> => selectKeys(db, siteId);

/** Ends a key, from the next request on. @returns whether the site had such a key that worked */
export const revokeSecretKey = (
  db: Database,
  { siteId, id, actor }: { siteId: string; id: string; actor: string },
): Promise<boolean> =>
  transaction(db, async (tx) => {
    const had = await endKey(tx, siteId, id);
    if (had) await recordAct(tx, { siteId, actor, action: 'key.revoked', subject: id });
    return had;
  });

/** Tells each day which keys are about to end, so that a site's server does not stop without notice. */
export async function warnOfExpiringKeys({ db, log }: Pick<Services, 'db' | 'log'>): Promise<void> {
  for (const { id, siteId, label, expiresAt } of await selectExpiring(db, noticeDays))
    log.warn({ key: id, site: siteId, label, expiresAt }, 'a secret key is about to expire: make another one');
}

/** Whose key this is, looked up anew each time, and noted as used. What is wrong with one is a security event. */
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

/** Networks each key has come from in this process. Only one that shows a key that works adds to them. */
const networksOfKeys = new Map<string, Set<string>>();
/** Of a key: more than servers have, and few enough to keep; then they are told anew. */
const networksMost = 1_000;

/** A key that is used from another network may be in other hands. */
function noteNetwork(keyId: string): void {
  const client = currentRequest()?.client;
  const seen = networksOfKeys.get(keyId) ?? new Set();
  if (client === undefined || seen.has(client)) return;
  recordEvent('secret-key', { outcome: 'new-network' });
  if (seen.size >= networksMost) seen.clear();
  networksOfKeys.set(keyId, seen.add(client));
}

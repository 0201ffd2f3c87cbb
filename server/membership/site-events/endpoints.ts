import { randomBytes } from 'node:crypto';
import type { Database, Transaction } from '../../platform/database/database.ts';
import { isOwnMachine } from '../../platform/http/own-machine.ts';
import { Refusal } from '../../platform/refusal.ts';
import type { SealedColumn } from '../../platform/sealed-values.ts';
import type { Services } from '../services.ts';
import type { Change } from '../sites/change.ts';
import { deleteEndpointsBut, findSecrets, replaceSecret, saveEndpoint, selectEndpoints } from './endpoints.store.ts';
import type { Attempt } from './deliveries.ts';
import type { EndpointDeclaration } from './site-event.ts';

/** An endpoint as its owner sees it, without its secret. */
export interface Endpoint extends EndpointDeclaration {
  /** When it was switched off, after days of failures. */
  switchedOffAt: Date | null;
  /** The latest attempt, of whichever delivery; null before the first. */
  lastAttempt: Attempt | null;
}

const purpose = 'site-event-secret';
/** The sealed secrets of all endpoints, with the former one, valid for a day after a rotation. */
export const sealedEndpointSecrets: readonly SealedColumn[] = ['sealed_secret', 'old_sealed_secret'].map((column) => ({
  table: 'site_event_endpoint',
  column,
  key: ['site_id', 'id'],
  purpose: () => purpose,
}));
/** 192 bits, as the `svix` service uses. */
const secretBytes = 24;

/** A secret in the form that receivers' verification libraries take: prefix and base64. */
const newSecret = () => `whsec_${randomBytes(secretBytes).toString('base64')}`;

/**
 * Makes a site's endpoints the declared ones. A new one gets a secret, which stays through later changes; one that was
 * switched off is switched on; one that is not declared is deleted with its deliveries. Idempotent.
 *
 * @returns changes that the declaration does not show: endpoints switched on again
 * @throws Refusal invalid-settings for an address of this machine in production (SSRF)
 */
export async function declareEndpoints(
  { keys, outbound }: Pick<Services, 'keys' | 'outbound'>,
  tx: Transaction,
  siteId: string,
  endpoints: readonly EndpointDeclaration[],
): Promise<Change[]> {
  const before = await selectEndpoints(tx, siteId);
  for (const { id, url, events, enabled } of endpoints) {
    if (isOwnMachine(new URL(url).hostname) && !outbound.reachesOwnMachine)
      throw new Refusal('invalid-settings', {
        message: `The webhook ${id} must be an https address of the internet: only outside production it may be one of this machine.`,
      });
    await saveEndpoint(tx, siteId, {
      id,
      url,
      events: events === 'all' ? null : events,
      enabled,
      sealedSecret: keys.seal(purpose, newSecret()),
    });
  }
  await deleteEndpointsBut(
    tx,
    siteId,
    endpoints.map(({ id }) => id),
  );
  const isOnAgain = (id: string) => before.some((each) => each.id === id && each.switchedOffAt !== null);
  return endpoints
    .filter(({ id, enabled }) => enabled && isOnAgain(id))
    .map(({ id }) => ({ kind: 'changed', path: `webhooks[${id}]`, note: 'it had failed for days, and is on again' }));
}

/** A site's endpoints, by id. */
export async function listEndpoints(db: Database, siteId: string): Promise<Endpoint[]> {
  const rows = await selectEndpoints(db, siteId);
  return rows.map(({ events, ...row }) => ({ ...row, events: events ?? 'all' }));
}

/**
 * The current secret that deliveries to an endpoint are signed with.
 *
 * @throws Refusal webhook-not-found
 */
export async function revealSecret(
  services: Pick<Services, 'keys'>,
  db: Database,
  siteId: string,
  id: string,
): Promise<string> {
  const [sealed] = await findSecrets(db, siteId, id);
  if (sealed === undefined) throw new Refusal('webhook-not-found');
  return services.keys.open(purpose, sealed);
}

/**
 * Rotates an endpoint's secret. For a day deliveries are signed with both, so that the receiver can change over. Rotated
 * again within that day, the secret between ends at once.
 *
 * @returns the new secret
 * @throws Refusal webhook-not-found
 */
export async function rotateSecret(
  { keys }: Pick<Services, 'keys'>,
  tx: Transaction,
  siteId: string,
  id: string,
): Promise<string> {
  const secret = newSecret();
  if (!(await replaceSecret(tx, siteId, id, keys.seal(purpose, secret)))) throw new Refusal('webhook-not-found');
  return secret;
}

/** The valid secrets, the newest first; those sealed under a lost key are left out. */
export async function listSecrets(
  { keys }: Pick<Services, 'keys'>,
  db: Database,
  siteId: string,
  id: string,
): Promise<string[]> {
  const sealed = await findSecrets(db, siteId, id);
  return sealed.flatMap((each) => {
    try {
      return [keys.open(purpose, each)];
    } catch {
      return [];
    }
  });
}

import { transaction } from '../../platform/database/database.ts';
import type { Services } from '../services.ts';
import { addAttempt, findWaiting, setState, type Attempt, type WaitingDelivery } from './deliveries.store.ts';
import { queueDelivery } from './delivery-job.ts';
import { listSecrets } from './endpoints.ts';
import { noteOutcome } from './endpoints.store.ts';
import { signatureHeaders } from './signature.ts';

const minutes = (count: number) => count * 60;
const hours = (count: number) => minutes(count * 60);

/** Seconds from one failed attempt to the next: eight attempts within a day. Then only somebody's own wish is tried. */
export const retrySeconds: readonly number[] = [5, minutes(5), minutes(30), hours(2), hours(5), hours(8), hours(8)];

/** Who takes longer is sent further things where nobody else waits. */
const promptMs = 1_000;
const answerShown = 200;

type Outcome = Omit<Attempt, 'at'>;

/** @param isPatient whether this worker is one of those who wait for slow endpoints */
export async function deliver(
  services: Services,
  { id, isAskedFor }: { id: string; isAskedFor: boolean },
  isPatient: boolean,
): Promise<void> {
  const delivery = await findWaiting(services.db, id);
  if (!delivery) return;
  const endpoint = { siteId: delivery.siteId, id: delivery.endpointId, trouble: delivery.trouble };
  const isOff = !delivery.enabled || delivery.isSwitchedOff;
  if (isOff && !isAskedFor) return giveUp(services, id);
  if (endpoint.trouble > 0 && !isPatient) return queueDelivery(services.db, { id, endpoint });
  await note(services, delivery, await send(services, delivery));
}

const giveUp = ({ db }: Services, id: string): Promise<void> =>
  transaction(db, async (tx) => {
    await addAttempt(tx, id, { status: null, ms: 0, answer: 'Not sent: the webhook is switched off.' });
    await setState(tx, id, 'failed');
  });

async function send(services: Services, delivery: WaitingDelivery): Promise<Outcome> {
  const { id, siteId, endpointId, url, event, payload, createdAt, nowSeconds } = delivery;
  const secrets = await listSecrets(services, services.db, siteId, endpointId);
  const body = JSON.stringify({ event, timestamp: createdAt.getTime(), payload });
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'Intake-Webhooks/1',
    ...signatureHeaders(secrets, { id, timestampSeconds: nowSeconds, body }),
  };
  const startedMs = performance.now();
  const outcome = await services.outbound.fetch(url, { method: 'POST', headers, body, toOwnMachine: true }).then(
    async (response) => ({ status: response.status, answer: shown(await response.text()) }),
    (error: unknown) => ({ status: null, answer: shown(reasonOf(error)) }),
  );
  return { ...outcome, ms: Math.round(performance.now() - startedMs) };
}

/** Foreign text, short and of characters the database can keep. */
const shown = (text: string) =>
  text
    .slice(0, answerShown)
    .toWellFormed()
    .replaceAll(/\p{Cc}/gu, ' ');

/** The library says only "fetch failed"; why stands one level deeper. */
function reasonOf(error: unknown): string {
  const { cause, message } = error as Error;
  return cause instanceof Error ? reasonOf(cause) : message;
}

const note = (services: Services, delivery: WaitingDelivery, outcome: Outcome): Promise<void> =>
  transaction(services.db, async (tx) => {
    const { id, siteId, endpointId } = delivery;
    const ok = outcome.status !== null && outcome.status >= 200 && outcome.status < 300;
    const standing = await noteOutcome(tx, { siteId, id: endpointId }, { ok, tookLong: outcome.ms > promptMs });
    // Taken away while it was being called, with its deliveries.
    if (!standing) return;
    const tries = await addAttempt(tx, id, outcome);
    const afterSeconds = retrySeconds[tries - 1];
    if (ok) return setState(tx, id, 'delivered');
    if (standing.isSwitchedOff && !delivery.isSwitchedOff)
      services.log.warn(
        { site: siteId, webhook: endpointId },
        'a webhook is switched off after days of failures alone',
      );
    if (standing.isSwitchedOff || afterSeconds === undefined) return setState(tx, id, 'failed');
    await queueDelivery(tx, { id, endpoint: { siteId, id: endpointId, trouble: standing.trouble }, afterSeconds });
  });

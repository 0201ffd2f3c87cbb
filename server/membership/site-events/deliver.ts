import { transaction } from '../../platform/database/database.ts';
import { addJob, addLoneJob } from '../../platform/jobs.ts';
import type { Services } from '../services.ts';
import { addAttempt, hasDue, listDue, postpone, settle, type Attempt, type DueDelivery } from './deliveries.store.ts';
import { roundOf, type EndpointRef } from './delivery-rounds.ts';
import { listSecrets } from './endpoints.ts';
import {
  claimEndpoint,
  noteOutcome,
  releaseEndpoint,
  switchOffIfHopeless,
  type ClaimedEndpoint,
} from './endpoints.store.ts';
import { signatureHeaders } from './signature.ts';

const minutes = (count: number) => count * 60;
const hours = (count: number) => minutes(count * 60);

/** Seconds from one failed attempt to the next: eight attempts within a day. */
export const retrySeconds: readonly number[] = [5, minutes(5), minutes(30), hours(2), hours(5), hours(8), hours(8)];

/** Who takes longer is sent further things where nobody else waits. */
const promptMs = 1_000;
const sentAtOnce = 5;
/** A round ends after so long, and the rest waits for its turn again. */
const roundMs = 10_000;
const answerShown = 200;
/** Of an answer more is not read: its status says everything. */
const answerReadBytes = 1_024;
/** An endpoint is given up only by a delivery that was tried for so long: one bad minute is none. */
const hopelessHours = 12;

type Outcome = Omit<Attempt, 'at'>;

/**
 * Sends what is due at an endpoint, one round at a time whatever the number of processes. A receiver may get a
 * delivery twice, after a crash between its answer and our note of it, and then under the same id.
 *
 * @param isPatient whether this worker is one of those who wait for slow endpoints
 */
export async function deliverDue(services: Services, endpoint: EndpointRef, isPatient: boolean): Promise<void> {
  const claimed = await claimEndpoint(services.db, endpoint);
  if (!claimed) return;
  let { trouble } = claimed;
  try {
    const endsAtMs = performance.now() + roundMs;
    let goesOn = trouble === 0 || isPatient;
    while (goesOn) {
      const due = await listDue(services.db, endpoint, sentAtOnce);
      if (due.length === 0) break;
      trouble = await sendAll(services, { ...claimed, ...endpoint }, due);
      goesOn = trouble === 0 && performance.now() < endsAtMs;
    }
  } finally {
    await releaseEndpoint(services.db, endpoint, claimed.claim);
  }
  // What came while the endpoint was ours found it taken and went away again.
  if (await hasDue(services.db, endpoint)) await addLoneJob(services.db, ...roundOf(endpoint, { trouble }));
}

type Target = ClaimedEndpoint & EndpointRef;

/** @returns how much trouble the endpoint is in now */
async function sendAll(services: Services, target: Target, due: DueDelivery[]): Promise<number> {
  const secrets = await listSecrets(services, services.db, target.siteId, target.id);
  const isOff = !target.enabled || target.isSwitchedOff;
  const outcomes = await Promise.all(
    due.map(async (each) => (isOff && !each.isAskedFor ? undefined : send(services, target.url, secrets, each))),
  );
  let { trouble } = target;
  for (const [index, delivery] of due.entries())
    trouble = await note(services, { target, delivery, outcome: outcomes[index] });
  return trouble;
}

async function send(services: Services, url: string, secrets: string[], delivery: DueDelivery): Promise<Outcome> {
  if (secrets.length === 0) return { status: null, ms: 0, answer: 'Not sent: its secret cannot be read. Rotate it.' };
  const { id, event, payload, createdAt, nowSeconds } = delivery;
  const body = JSON.stringify({ event, timestamp: createdAt.getTime(), payload });
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'Intake-Webhooks/1',
    ...signatureHeaders(secrets, { id, timestampSeconds: nowSeconds, body }),
  };
  const startedMs = performance.now();
  const outcome = await services.outbound.fetch(url, { method: 'POST', headers, body, ...reach }).then(
    async (response) => ({ status: response.status, answer: shown(await response.text()) }),
    (error: unknown) => ({ status: null, answer: shown(reasonOf(error)) }),
  );
  return { ...outcome, ms: Math.round(performance.now() - startedMs) };
}

const reach = { to: 'webhook', toOwnMachine: true, cutAtBytes: answerReadBytes } as const;

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

interface Noted {
  target: Target;
  delivery: DueDelivery;
  /** undefined when nothing was sent, because the endpoint is off. */
  outcome: Outcome | undefined;
}

const note = (services: Services, { target, delivery, outcome }: Noted): Promise<number> =>
  transaction(services.db, async (tx) => {
    if (!outcome) {
      await addAttempt(tx, delivery.id, { status: null, ms: 0, answer: 'Not sent: the webhook is switched off.' });
      await settle(tx, delivery, 'failed');
      return target.trouble;
    }
    const ok = outcome.status !== null && outcome.status >= 200 && outcome.status < 300;
    const standing = await noteOutcome(tx, target, { ok, tookLong: outcome.ms > promptMs });
    // Taken away while it was being called, with its deliveries.
    if (!standing) return target.trouble;
    const { tries, hoursTried } = await addAttempt(tx, delivery.id, outcome);
    const afterSeconds = retrySeconds[tries - 1];
    if (ok) await settle(tx, delivery, 'delivered');
    else if (afterSeconds === undefined) {
      await settle(tx, delivery, 'failed');
      if (hoursTried >= hopelessHours && (await switchOffIfHopeless(tx, target)))
        services.log.warn({ site: target.siteId, webhook: target.id }, 'a webhook is switched off: it failed for days');
    } else {
      await postpone(tx, delivery, afterSeconds);
      await addJob(tx, ...roundOf(target, { trouble: standing.trouble, afterSeconds }));
    }
    return standing.trouble;
  });

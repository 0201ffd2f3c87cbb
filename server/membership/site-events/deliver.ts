import { transaction } from '../../platform/database/database.ts';
import { addJob, addLoneJob } from '../../platform/jobs.ts';
import type { Services } from '../services.ts';
import { addAttempt, hasDue, listDue, postpone, settle, type Attempt, type DueDelivery } from './deliveries.store.ts';
import { roundOf, type EndpointRef } from './delivery-rounds.ts';
import { listSecrets } from './endpoints.ts';
import {
  claimEndpoint,
  claimSeconds,
  noteAttempt,
  releaseEndpoint,
  switchOffIfHopeless,
  type ClaimedEndpoint,
} from './endpoints.store.ts';
import { signatureHeaders } from './signature.ts';

const minutes = (count: number) => count * 60;
const hours = (count: number) => minutes(count * 60);

/** Seconds from one failed attempt to the next: eight attempts within a day. */
export const retrySeconds: readonly number[] = [5, minutes(5), minutes(30), hours(2), hours(5), hours(8), hours(8)];

/** A slower endpoint goes to the slow lane, so that it does not block the others (head-of-line blocking). */
const promptMs = 1_000;
const sentAtOnce = 5;
/** Most of a round; the rest is queued again, for fairness. */
const roundMs = 10_000;
const answerShown = 200;
/** Bytes read of an answer: only its status and beginning matter. */
const answerReadBytes = 1_024;
/** Only a delivery that was attempted for so long may switch its endpoint off: a short outage must not. */
const hopelessHours = 12;

type Outcome = Omit<Attempt, 'at'>;

/**
 * Sends the due deliveries of an endpoint, one round at a time over all processes. At-least-once: after a crash between
 * the answer and its record a delivery is sent again, under the same id.
 *
 * @param isPatient whether this is a worker of the slow lane
 */
export async function deliverDue(services: Services, endpoint: EndpointRef, isPatient: boolean): Promise<void> {
  const claimed = await claimEndpoint(services.db, endpoint);
  if (!claimed) return lookAgain(services, endpoint, isPatient);
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
  // A job for a delivery queued during the claim found the endpoint claimed and ended.
  if (await hasDue(services.db, endpoint)) await addLoneJob(services.db, ...roundOf(endpoint, { trouble }));
}

/**
 * Queues a round for when the lease of the endpoint has expired: its holder may have crashed, or have lost the database,
 * and the job that retries that round ends here. Keyed, so that the jobs of a busy endpoint leave one.
 */
async function lookAgain(services: Services, endpoint: EndpointRef, isPatient: boolean): Promise<void> {
  if (!(await hasDue(services.db, endpoint))) return;
  const [kind, payload, options] = roundOf(endpoint, { trouble: 0, isPatient, afterSeconds: claimSeconds + 1 });
  await addLoneJob(services.db, kind, payload, { ...options, key: `${endpoint.siteId} ${endpoint.id}` });
}

type Target = ClaimedEndpoint & EndpointRef;

/** @returns the endpoint's consecutive failed or slow attempts */
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

/** Untrusted text, truncated and without characters that PostgreSQL refuses. */
const shown = (text: string) =>
  text
    .slice(0, answerShown)
    .toWellFormed()
    .replaceAll(/\p{Cc}/gu, ' ');

/** `fetch` says only "fetch failed"; the reason stands in `cause`. */
function reasonOf(error: unknown): string {
  const { cause, message } = error as Error;
  return cause instanceof Error ? reasonOf(cause) : message;
}

interface Noted {
  target: Target;
  delivery: DueDelivery;
  /** undefined when nothing was sent because the endpoint is off. */
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
    const standing = await noteAttempt(tx, target, { attempt: outcome, ok, tookLong: outcome.ms > promptMs });
    // Race: the endpoint was deleted during the call, with its deliveries.
    if (!standing) return target.trouble;
    const attempt = { ...outcome, ...(delivery.isAskedFor && { asked: true }) };
    const { tries, hoursTried, hasArrived } = await addAttempt(tx, delivery.id, attempt);
    // After one that was asked for the last step begins again; it may have come before the delivery's own first.
    const afterSeconds = retrySeconds[Math.max(0, tries - 1)];
    // One that arrived before and was sent once more stays delivered, whatever came of it.
    if (hasArrived) await settle(tx, delivery, 'delivered');
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

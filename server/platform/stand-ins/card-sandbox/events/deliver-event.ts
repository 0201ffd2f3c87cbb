import { createHmac } from 'node:crypto';
import { getObject, saveObject } from '../store/object.store.ts';
import type { Sandbox } from '../sandbox.ts';

const answerTimeoutMs = 10_000;

/**
 * Sends one event to the shop, signed.
 *
 * @returns whether it was accepted, which only an answer 2xx means
 */
export async function deliverEvent(
  { db, webhook, log }: Sandbox,
  eventId: string,
  stopped: AbortSignal,
): Promise<boolean> {
  const { data: event } = await getObject(db, 'event', eventId);
  const body = JSON.stringify(event, null, 2);
  try {
    const answer = await fetch(webhook.url, {
      method: 'POST',
      body,
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
        'stripe-signature': signatureHeader(body, webhook.secret),
      },
      redirect: 'manual',
      signal: AbortSignal.any([stopped, AbortSignal.timeout(answerTimeoutMs)]),
    });
    await answer.body?.cancel();
    if (answer.ok) await saveObject(db, 'event', { ...event, pending_webhooks: 0 });
    if (!answer.ok) log.warn({ event: event.id, type: event.type, status: answer.status }, 'card event not accepted');
    return answer.ok;
  } catch (error) {
    if (!stopped.aborted) log.warn({ event: event.id, type: event.type, err: error }, 'card event not delivered');
    return false;
  }
}

function signatureHeader(body: string, secret: string): string {
  const seconds = Math.floor(Date.now() / 1000);
  const signature = createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex');
  return `t=${seconds},v1=${signature}`;
}

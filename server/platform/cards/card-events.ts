import type Stripe from 'stripe';
import { idOf } from './card-values.ts';
import { hashToken } from '../keys.ts';
import { Refusal } from '../refusal.ts';
import { recordEvent } from '../security-events/record-event.ts';

/** An event's envelope. Only the ids are believed; what happened is asked again. */
export interface ProviderEvent {
  id: string;
  type: string;
  live: boolean;
  objectId: string;
  /** The payment the object belongs to, where it names one. */
  paymentId: string | null;
  /** The subscription the object is or belongs to, where it names one. */
  subscriptionId: string | null;
}

export interface CardEvents {
  /** @throws Refusal invalid-signature for anything not signed with our secret within 300 seconds */
  readEvent(rawBody: Buffer, signature: string | undefined): ProviderEvent;
}

const signatureToleranceSeconds = 300;

export function buildEvents({ webhooks }: Stripe, webhookSecret: string): CardEvents {
  return {
    readEvent(rawBody, signature) {
      try {
        const event = webhooks.constructEvent(rawBody, signature ?? '', webhookSecret, signatureToleranceSeconds);
        return readEvent(event, rawBody);
      } catch {
        recordEvent('card-signature', { outcome: 'wrong' });
        throw new Refusal('invalid-signature');
      }
    },
  };
}

/** What the objects of all events have, where they have it. */
interface EventObject {
  id?: string;
  object?: string;
  payment_intent?: Reference;
  subscription?: Reference;
  parent?: { subscription_details?: { subscription?: Reference } | null } | null;
}
type Reference = string | { id: string } | null;

/** An event may be of a kind or shape this version has never seen: it is taken, and nothing is done about it. */
function readEvent(event: Partial<Stripe.Event>, rawBody: Buffer): ProviderEvent {
  const object = (event.data?.object ?? {}) as EventObject;
  return {
    id: event.id ?? hashToken(rawBody.toString()).toString('hex'),
    type: event.type ?? 'unknown',
    live: event.livemode ?? false,
    objectId: object.id ?? '',
    paymentId: idOf(object.payment_intent),
    subscriptionId:
      object.object === 'subscription'
        ? (object.id ?? null)
        : (idOf(object.parent?.subscription_details?.subscription) ?? idOf(object.subscription)),
  };
}

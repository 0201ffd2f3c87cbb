import type Stripe from 'stripe';
import type { CardCalls } from './card-calls.ts';
import { fromSeconds, idOf, toSeconds } from './card-values.ts';
import { hashToken } from '../keys.ts';
import { Refusal } from '../refusal.ts';
import { recordEvent } from '../security-events/record-event.ts';

/** An event's envelope. Only its ids are trusted; the state is looked up at the provider. */
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

/** An event of the provider's own list. */
export interface ListedEvent extends ProviderEvent {
  /** Every webhook that was to have it has answered with success. */
  isAcknowledged: boolean;
  createdAt: Date;
}

/** A stretch of the provider's time. */
export interface TimeSpan {
  from: Date;
  /** Undefined for everything until now. */
  until: Date | undefined;
}

/** Webhook events of the card provider. */
export interface CardEvents {
  /**
   * The events of the types below that were created in the span, newest first. The provider lists those of 30 days; none
   * to a key without the right to read them.
   */
  listEvents(span: TimeSpan): AsyncIterable<ListedEvent>;
  /** @throws Refusal invalid-signature for anything not signed with our secret within 300 seconds */
  readEvent(rawBody: Buffer, signature: string | undefined): ProviderEvent;
}

const signatureToleranceSeconds = 300;

/** Types that change an order, a plan or a refund. The provider takes 20 at most ("List all events", `types`). */
const listedTypes = [
  'checkout.session.completed',
  'checkout.session.async_payment_succeeded',
  'checkout.session.async_payment_failed',
  'charge.refunded',
  'charge.dispute.created',
  'charge.dispute.closed',
  'charge.dispute.funds_withdrawn',
  'charge.dispute.funds_reinstated',
  'refund.created',
  'refund.updated',
  'refund.failed',
  'invoice.paid',
  'invoice.payment_failed',
  'customer.subscription.created',
  'customer.subscription.updated',
  'customer.subscription.deleted',
];

/** Builds the calls about events. @param webhookSecret the endpoint's signing secret */
export function buildEvents({ stripe, unlessForbidden }: CardCalls, webhookSecret: string): CardEvents {
  const { webhooks } = stripe;
  return {
    async *listEvents({ from, until }) {
      const created = { gte: toSeconds(from), ...(until && { lte: toSeconds(until) }) };
      let after: string | undefined;
      do {
        const cursor = after ? { starting_after: after } : {};
        const page = await unlessForbidden(() =>
          stripe.events.list({ created, types: listedTypes, limit: 100, ...cursor }),
        );
        if (!page) return;
        for (const event of page.data)
          yield {
            ...readEvent(event),
            isAcknowledged: event.pending_webhooks === 0,
            createdAt: fromSeconds(event.created),
          };
        after = page.has_more ? page.data.at(-1)?.id : undefined;
      } while (after);
    },
    readEvent(rawBody, signature) {
      try {
        const event = webhooks.constructEvent(rawBody, signature ?? '', webhookSecret, signatureToleranceSeconds);
        return readEvent(event, hashToken(rawBody.toString()).toString('hex'));
      } catch {
        recordEvent('card-signature', { outcome: 'wrong' });
        throw new Refusal('invalid-signature');
      }
    },
  };
}

/** The fields we read of an event's object; each is optional. */
interface EventObject {
  id?: string;
  object?: string;
  payment_intent?: Reference;
  subscription?: Reference;
  parent?: { subscription_details?: { subscription?: Reference } | null } | null;
}
type Reference = string | { id: string } | null;

/**
 * Forward compatible: an event of unknown kind or shape is accepted and ignored.
 *
 * @param otherwiseId for an event without an id
 */
function readEvent(event: Partial<Stripe.Event>, otherwiseId = ''): ProviderEvent {
  const object = (event.data?.object ?? {}) as EventObject;
  return {
    id: event.id ?? otherwiseId,
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

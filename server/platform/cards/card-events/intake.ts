import * as z from 'zod/mini';
import type { ProviderCheckout } from '../card-checkouts.ts';
import type { CardProvider } from '../card-provider.ts';
import { transaction, type PooledDatabase } from '../../database/database.ts';
import { addJob, addLoneJob, handle, jobKind, type Job } from '../../jobs.ts';
import type { Log } from '../../log.ts';
import {
  findWaitingEvent,
  keepEvent,
  listWaitingEvents,
  markProcessed,
  markRepeated,
  type KeptEvent,
} from './intake.store.ts';

/** What happened at the card provider. Only its ids are believed: a handler asks the provider for the present state. */
export interface CardNews {
  /** The provider's name for it, `charge.refunded` say. */
  type: string;
  /** The provider's id of the checkout, in news of one. */
  checkoutId: string | null;
  paymentId: string | null;
  subscriptionId: string | null;
  /** The checkout the news is about, as the provider has just described it; undefined where there is none. */
  checkout: ProviderCheckout | undefined;
}

/** Acts on news about its own payments, and leaves all others alone. Called again for the same news after a crash. */
export type CardNewsHandler = (news: CardNews) => Promise<'mine' | 'not mine'>;

export interface CardEventServices {
  db: PooledDatabase;
  cards: CardProvider;
  log: Log;
}

/** Acts on a kept event. */
const cardEventJob = jobKind({ name: 'card-event', lane: 'payments', payload: z.object({ eventId: z.string() }) });
/** Looks for what no event has told. */
export const compareCardsJob = jobKind({
  name: 'compare-with-card-provider',
  lane: 'upkeep',
  schedule: '*/5 * * * *',
});
/** An event that waits this long has lost its job. In seconds. */
const idleSeconds = 60;
/** How far back the provider's own list is compared. */
const lookBackHours = 6;

/** Whether money may have gone back: a refund or a dispute, in any of its stages. */
export const isAboutMoneyBack = ({ type }: Pick<CardNews, 'type'>): boolean =>
  /^(charge\.(refund|dispute)|refund\.)/.test(type);

/** What the provider also sends for a payment at a checkout. It says nothing that the news of the checkout does not. */
const echoes = ['payment_intent.succeeded', 'charge.succeeded'] as const;

/** Members wait for what pays a checkout: it goes before everything else of its lane, and what repeats it after that. */
function priorityOf(type: string): number {
  if (type.startsWith('checkout.session.')) return -1;
  return (echoes as readonly string[]).includes(type) ? 1 : 0;
}

/**
 * Takes a signed event in: checked, kept, its job queued, all before the provider hears "received". A repeat is
 * answered the same and does nothing.
 *
 * @param rawBody the bytes as they came; the signature is over these
 * @throws Refusal invalid-signature
 */
export async function receiveCardEvent(
  { db, cards }: CardEventServices,
  rawBody: Buffer,
  signature: string | undefined,
): Promise<void> {
  const event = cards.readEvent(rawBody, signature);
  await transaction(db, async (tx) => {
    if (await keepEvent(tx, event)) await addJob(tx, ...jobFor(event));
  });
}

const jobFor = ({ id, type }: { id: string; type: string }) =>
  [cardEventJob, { eventId: id }, { key: id, priority: priorityOf(type) }] as const;

/**
 * The work events bring.
 *
 * @param handlers asked one after the other until one says `mine`; the last gets what no other handler claimed
 */
export function cardEventJobs(services: CardEventServices, handlers: readonly CardNewsHandler[]): Job[] {
  const tell = async (news: CardNews) => {
    for (const handler of handlers) if ((await handler(news)) === 'mine') return;
  };
  return [
    handle(cardEventJob, ({ eventId }) => handleEvent(services, tell, eventId)),
    handle(compareCardsJob, () => compare(services, tell)),
  ];
}

type Tell = (news: CardNews) => Promise<void>;

async function handleEvent(services: CardEventServices, tell: Tell, eventId: string): Promise<void> {
  const { db, cards, log } = services;
  const event = await findWaitingEvent(db, eventId);
  if (!event) return;
  if (event.live === cards.live) {
    const news = await readNews(cards, event);
    await tell(news);
    // The answer was asked for after these had come, so it tells what they would.
    if (news.checkout?.payment)
      await markRepeated(db, { types: echoes, paymentId: news.checkout.payment.id, before: event.readAt });
  } else log.error({ event: eventId }, 'an event of the other mode was ignored');
  await markProcessed(db, eventId);
}

async function readNews(cards: CardProvider, { type, objectId, paymentId, subscriptionId }: KeptEvent) {
  const isCheckout = type.startsWith('checkout.session.');
  const news: CardNews = {
    type,
    checkoutId: isCheckout ? objectId : null,
    paymentId: type.startsWith('payment_intent.') ? objectId : paymentId,
    subscriptionId,
    checkout: undefined,
  };
  if (isCheckout) return { ...news, checkout: await cards.findCheckout(objectId) };
  if (news.paymentId === null) return news;
  // A refund may be heard of before the payment it pays back.
  return { ...news, checkout: await cards.findCheckoutOfPayment(news.paymentId) };
}

/**
 * Makes up for events whose job was given up, and for those that never came: the provider's own list of paid
 * checkouts is the last word, also of those that cost nothing at once.
 */
async function compare({ db, cards, log }: CardEventServices, tell: Tell): Promise<void> {
  for (const event of await listWaitingEvents(db, idleSeconds)) await addLoneJob(db, ...jobFor(event));
  for await (const checkout of cards.listCheckouts(lookBackHours)) {
    if (checkout.status !== 'complete' || checkout.paymentStatus === 'unpaid') continue;
    try {
      await tell({
        type: 'checkout.session.completed',
        checkoutId: checkout.id,
        paymentId: null,
        subscriptionId: null,
        checkout,
      });
    } catch (error) {
      // One thing that cannot be settled now must not keep the rest from being settled.
      log.warn({ subject: checkout.id, err: error }, 'could not be compared this time');
    }
  }
}

import * as z from 'zod/mini';
import type { ProviderCheckout } from '../card-checkouts.ts';
import type { TimeSpan } from '../card-events.ts';
import type { CardProvider } from '../card-provider.ts';
import { transaction, type PooledDatabase } from '../../database/database.ts';
import { addJob, addLoneJob, handle, jobKind, type Job, type JobOptions } from '../../jobs.ts';
import type { Log } from '../../log.ts';
import {
  findNextSpan,
  findWaitingEvent,
  isGoingOn,
  keepEvent,
  listWaitingEvents,
  markProcessed,
  markRepeated,
  noteCompared,
  type KeptEvent,
} from './intake.store.ts';

/** An event of the card provider. Only its ids are trusted: a handler looks up the present state at the provider. */
export interface CardNews {
  /** The provider's event type, for example `charge.refunded`. */
  type: string;
  /** The provider's id of the checkout, in news of one. */
  checkoutId: string | null;
  paymentId: string | null;
  subscriptionId: string | null;
  /** The checkout concerned, as just looked up at the provider; undefined where there is none. */
  checkout: ProviderCheckout | undefined;
}

/** Handles news about its own payments and ignores all others. Must be idempotent: delivery is at least once. */
export type CardNewsHandler = (news: CardNews) => Promise<'mine' | 'not mine'>;

/** The dependencies of the events' intake. */
export interface CardEventServices {
  db: PooledDatabase;
  cards: CardProvider;
  log: Log;
}

/** Handles a stored event. */
const cardEventJob = jobKind({ name: 'card-event', lane: 'payments', payload: z.object({ eventId: z.string() }) });
/** Reconciles with the provider for lost events. */
export const compareCardsJob = jobKind({
  name: 'compare-with-card-provider',
  lane: 'upkeep',
  schedule: '*/5 * * * *',
});
/** The parts of a comparison, in their order. */
const parts = ['events', 'checkouts'] as const;
/** The rest of a stretch whose comparison was cut off: the times are ISO. */
const Rest = z.object({
  from: z.string(),
  until: z.string(),
  isLast: z.boolean(),
  part: z.enum(parts),
  /** What was created after that is done. Undefined for a part not begun. */
  before: z.optional(z.string()),
});
type Rest = z.infer<typeof Rest>;
/** Goes on where a run of the above was cut off, with the next stretch unless there is a rest of one. */
const goOnComparingJob = jobKind({
  name: 'go-on-comparing-cards',
  lane: 'upkeep',
  payload: z.object({ rest: z.optional(Rest) }),
});
/** Its key: there is one at a time. */
const goOnKey = 'only';
/** Seconds after which an unprocessed event is taken to have lost its job. */
const idleSeconds = 60;
/** The longest stretch that is compared at once, and how long before its payment a checkout may have been made. */
const comparedHours = 6;
const hourMs = 3_600_000;
/** Stretches overlap by this: the provider's clock may differ from ours, and lists an event a moment after it happened. */
const overlapMs = 120_000;
/** Milliseconds of one run, of the 30 seconds that a job may take; another goes on. */
const runMs = 15_000;

/** Whether money may have gone back: a refund or a dispute, in any of its stages. */
export const isAboutMoneyBack = ({ type }: Pick<CardNews, 'type'>): boolean =>
  /^(charge\.(refund|dispute)|refund\.)/.test(type);

/** Events that the provider sends beside a checkout's own; redundant once the checkout has been looked up. */
const echoes = ['payment_intent.succeeded', 'charge.succeeded'] as const;

/**
 * Seconds until an echo is handled: its checkout's event comes within a moment, is looked up once and has it marked as
 * processed. Handled at once, the three would look up and lock the same payment beside one another.
 */
const echoSeconds = 2;

/** How its job is queued: members wait for the event that pays a checkout, so it comes first in its lane. */
function paceOf(type: string): JobOptions {
  if (type.startsWith('checkout.session.')) return { priority: -1 };
  return (echoes as readonly string[]).includes(type) ? { priority: 1, afterSeconds: echoSeconds } : {};
}

/**
 * Receives a webhook: verified, stored and its job queued before it is acknowledged. Idempotent: a duplicate delivery
 * is acknowledged and does nothing.
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
  [cardEventJob, { eventId: id }, { key: id, ...paceOf(type) }] as const;

/**
 * The jobs that handle events.
 *
 * @param handlers asked one after the other until one says `mine`; the last gets what no other handler claimed
 */
export function cardEventJobs(services: CardEventServices, handlers: readonly CardNewsHandler[]): Job[] {
  const tell = async (news: CardNews) => {
    for (const handler of handlers) if ((await handler(news)) === 'mine') return;
  };
  return [
    handle(cardEventJob, ({ eventId }) => handleEvent(services, tell, eventId)),
    handle(compareCardsJob, () => beginComparing(services, tell)),
    handle(goOnComparingJob, ({ rest }) => compare(services, tell, rest)),
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
    // These arrived before the look-up, so its answer covers them.
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
  // Out of order: the event of a refund may arrive before that of its payment.
  return { ...news, checkout: await cards.findCheckoutOfPayment(news.paymentId) };
}

/**
 * Requeues events whose job failed for good, and makes up for what never arrived or was forgotten: after a restore the
 * provider knows payments, refunds and disputes that the database does not.
 */
async function beginComparing(services: CardEventServices, tell: Tell): Promise<void> {
  const { db } = services;
  for (const event of await listWaitingEvents(db, idleSeconds)) await addLoneJob(db, ...jobFor(event));
  // A second comparison would do the same beside the first, and set it back to the beginning of its stretch.
  if (!(await isGoingOn(db, `${goOnComparingJob.name}-${goOnKey}`))) await compare(services, tell);
}

/**
 * Compares from where the last comparison ended, a stretch at a time, each of which is noted when it is done. Ends in
 * time for the limit of a job, also within a stretch: the provider may list more in six hours than one run can handle.
 */
async function compare(services: CardEventServices, tell: Tell, rest?: Rest): Promise<void> {
  const { db } = services;
  const deadlineMs = performance.now() + runMs;
  const isOver = () => performance.now() >= deadlineMs;
  for (let begun = rest; ; begun = undefined) {
    const stretch = begun ?? (await beginStretch(db));
    const left = await compareStretch(services, tell, { ...stretch, isOver });
    if (!left) await noteCompared(db, new Date(stretch.until));
    if (!left && stretch.isLast) return;
    if (left || isOver()) return addLoneJob(db, goOnComparingJob, { rest: left }, { key: goOnKey });
  }
}

async function beginStretch(db: PooledDatabase): Promise<Rest> {
  const { from, until, isLast } = await findNextSpan(db, comparedHours);
  return { from: from.toISOString(), until: until.toISOString(), isLast, part: 'events' };
}

/** @returns what is left of the stretch once the time is over; undefined when all is done */
async function compareStretch(
  services: CardEventServices,
  tell: Tell,
  { isOver, ...stretch }: Rest & { isOver: () => boolean },
): Promise<Rest | undefined> {
  const fromMs = Date.parse(stretch.from);
  const end = stretch.isLast ? undefined : new Date(stretch.until);
  for (const part of parts.slice(parts.indexOf(stretch.part))) {
    const before = part === stretch.part ? stretch.before : undefined;
    const until = before === undefined ? end : new Date(before);
    const reached =
      part === 'events'
        ? await takeOverEvents(services, { from: new Date(fromMs - overlapMs), until }, isOver)
        : await compareCheckouts(services, tell, { from: new Date(fromMs - comparedHours * hourMs), until, isOver });
    if (reached) return { ...stretch, part, before: reached.toISOString() };
  }
  return undefined;
}

/** Keeps and queues every event of a span that is not kept yet, as if it had just arrived. @returns as `untilOver` */
async function takeOverEvents(
  { db, cards, log }: CardEventServices,
  span: TimeSpan,
  isOver: () => boolean,
): Promise<Date | undefined> {
  const taken = { events: 0, acknowledged: 0 };
  const reached = await untilOver(cards.listEvents(span), isOver, async (event) => {
    const isNew = await transaction(db, async (tx) => {
      const isKept = await keepEvent(tx, event);
      if (isKept) await addJob(tx, ...jobFor(event));
      return isKept;
    });
    if (!isNew) return;
    taken.events++;
    if (event.isAcknowledged) taken.acknowledged++;
  });
  // An acknowledged event was committed here once, unless no webhook takes its type.
  if (taken.acknowledged > 0)
    log.warn(
      taken,
      'the card provider lists acknowledged events that this database does not have; they are handled now',
    );
  return reached;
}

/** Handles every paid checkout of a span again, including those that cost nothing at first. @returns as `untilOver` */
function compareCheckouts(
  { cards, log }: CardEventServices,
  tell: Tell,
  { isOver, ...span }: TimeSpan & { isOver: () => boolean },
): Promise<Date | undefined> {
  return untilOver(cards.listCheckouts(span), isOver, async (checkout) => {
    if (checkout.status !== 'complete' || checkout.paymentStatus === 'unpaid') return;
    try {
      await tell({
        type: 'checkout.session.completed',
        checkoutId: checkout.id,
        paymentId: null,
        subscriptionId: null,
        checkout,
      });
    } catch (error) {
      // One failure must not block the rest.
      log.warn({ subject: checkout.id, err: error }, 'could not be compared this time');
    }
  });
}

/**
 * Handles what is listed, newest first, until the time is over.
 *
 * @returns where it stopped: what was created at that moment or before may still be to do; undefined when all is done
 */
async function untilOver<T extends { createdAt: Date }>(
  listed: AsyncIterable<T>,
  isOver: () => boolean,
  work: (each: T) => Promise<void>,
): Promise<Date | undefined> {
  for await (const each of listed) {
    await work(each);
    if (isOver()) return each.createdAt;
  }
  return undefined;
}

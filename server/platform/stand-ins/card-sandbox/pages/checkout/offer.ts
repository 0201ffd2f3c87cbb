import { takeOff } from '../../checkouts/coupons.ts';
import { formatMoney } from '../../money.ts';
import { needsNoCard } from '../../payments/payment.ts';
import type { StoredObject } from '../../store/object.store.ts';
import { nowSeconds } from '../../wire/ids.ts';
import type { LineItem, Session } from '../../wire/objects.ts';
import { addDays, addMonths, periodEnd } from '../../wire/periods.ts';
import { recurringOf } from '../../wire/subscription-objects.ts';
import type { Coupon } from '../../wire/subscription-types.ts';
import { count, showDate, showInterval } from '../wording.ts';

/** What a checkout offers, in sentences: the truth about what is paid today and what afterwards. */
export interface Offer {
  /** "Pay Harbour Academy", "Subscribe to Choir", "Try Choir" */
  heading: string;
  /** The large line: "NZ$29.00", "14 days free". */
  amount: string;
  /** Beside it: "NZD", "per month". */
  unit: string;
  /** What comes after it; empty where nothing does. */
  afterwards: string;
  button: string;
  /** Terms accepted with the button; empty for a single payment. */
  terms: string;
}

export interface Offered {
  session: Session;
  inner: StoredObject<'session'>['inner'];
  coupon: Coupon | undefined;
  seller: string;
}

export function describeOffer(offered: Offered): Offer {
  const { session, seller } = offered;
  if (session.mode === 'subscription') return describeSubscription(offered);
  const amount = formatMoney(session.amount_total, session.currency);
  const verb = verbs[session.submit_type ?? ''] ?? 'Pay';
  return {
    heading: `Pay ${seller}`,
    amount,
    unit: session.currency.toUpperCase(),
    afterwards: '',
    button: needsNoCard(session) ? 'Complete order' : `${verb} ${amount}`,
    terms: '',
  };
}

const verbs: Record<string, string> = { book: 'Book', donate: 'Donate' };

/** The figures of a subscription, as sentences need them. */
interface Figures {
  name: string;
  /** "per month" */
  every: string;
  trialDays: number | undefined;
  /** What each period costs, and what the first ones cost while a coupon lasts. */
  full: string;
  reduced: string;
  /** When the trial or the first period ends. */
  end: string;
  /** Whether the coupon ends some day. */
  isReducedAtFirst: boolean;
}

function describeSubscription(offered: Offered): Offer {
  const { session, seller } = offered;
  const figures = figuresOf(offered);
  const { name, trialDays, every, reduced } = figures;
  const isOnce = offered.coupon?.duration === 'once';
  return {
    heading: `${trialDays === undefined ? 'Subscribe to' : 'Try'} ${name}`,
    amount: trialDays === undefined ? reduced : `${count(trialDays, 'day')} free`,
    unit: trialDays !== undefined ? '' : isOnce ? session.currency.toUpperCase() : every,
    afterwards: afterwardsOf(offered, figures),
    button: trialDays === undefined ? 'Subscribe' : 'Start trial',
    terms: needsNoCard(session) ? withoutCard(offered, figures) : withCard(seller, figures),
  };
}

function figuresOf(offered: Offered): Figures {
  const { session, inner } = offered;
  const items = inner.lineItems.filter(({ price }) => price.recurring);
  const [first] = items;
  if (!first) throw new Error(`the checkout ${session.id} has nothing recurring`);
  const trialDays = inner.subscriptionData.trial_period_days;
  const start = nowSeconds();
  const end = trialDays === undefined ? periodEnd(start, start, recurringOf(first.price)) : addDays(start, trialDays);
  const full = sum(items.map(({ price, quantity }) => price.unit_amount * quantity));
  const takenOff =
    trialDays === undefined ? sum(items.map((item) => item.amount_discount)) : laterOff(offered, items, end);
  return {
    name: items.map(nameOf).join(' and '),
    every: showInterval(first.price),
    trialDays,
    full: formatMoney(full, session.currency),
    reduced: formatMoney(full - takenOff, session.currency),
    end: showDate(end),
    isReducedAtFirst: takenOff > 0 && offered.coupon?.duration !== 'forever',
  };
}

/** What a coupon still takes off the first payment after a trial: nothing when it is used up or over by then. */
function laterOff({ session, coupon }: Offered, items: LineItem[], trialEnd: number): number {
  const months = coupon?.duration_in_months ?? null;
  const isOver = months !== null && addMonths(nowSeconds(), months) <= trialEnd;
  const isUsedUp = coupon?.duration === 'once' && (session.total_details?.amount_discount ?? 0) > 0;
  if (isOver || isUsedUp) return 0;
  const amounts = items.map(({ price, quantity }) => price.unit_amount * quantity);
  return sum(takeOff(amounts, coupon));
}

const sum = (numbers: number[]): number => numbers.reduce((total, number) => total + number, 0);
const nameOf = ({ description }: LineItem) => description ?? '';

function afterwardsOf(offered: Offered, figures: Figures): string {
  const { trialDays, every, full, reduced, end, isReducedAtFirst } = figures;
  const isOnce = offered.coupon?.duration === 'once';
  if (trialDays !== undefined && endsWithTrial(offered)) return `Then ${reduced} ${every} if you go on`;
  if (trialDays === undefined && !isReducedAtFirst) return '';
  if (trialDays === undefined)
    return isOnce ? `Then ${full} ${every} from ${end}` : `${full} ${every} when the discount ends`;
  if (!isReducedAtFirst) return `Then ${reduced} ${every} from ${end}`;
  return isOnce
    ? `Then ${reduced} on ${end}, and ${full} ${every} after that`
    : `Then ${reduced} ${every} from ${end}, and ${full} when the discount ends`;
}

const endsWithTrial = ({ session, inner }: Offered): boolean =>
  needsNoCard(session) && inner.subscriptionData.trial_settings?.end_behavior.missing_payment_method === 'cancel';

function withCard(seller: string, { trialDays, every, full, reduced, end, isReducedAtFirst }: Figures): string {
  const agreed = `You allow ${seller} to charge your card ${isReducedAtFirst ? full : reduced} ${every} until you cancel.`;
  return trialDays === undefined
    ? `${agreed} You can cancel before any payment.`
    : `${agreed} Cancel before ${end} and nothing more is charged.`;
}

/** A trial that begins without a card. */
function withoutCard(offered: Offered, { trialDays, full, every, end }: Figures): string {
  if (trialDays === undefined) return `No card is needed now. Later payments of ${full} ${every} need one.`;
  return endsWithTrial(offered)
    ? `No card is needed. The plan ends by itself on ${end} unless you add a card.`
    : `No card is needed now. From ${end} on you pay ${full} ${every}.`;
}

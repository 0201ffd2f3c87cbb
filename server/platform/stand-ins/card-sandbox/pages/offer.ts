import { takeOff } from '../coupons.ts';
import { formatMoney } from '../money.ts';
import { needsNoCard } from '../payment.ts';
import type { StoredObject } from '../object.store.ts';
import { nowSeconds } from '../wire/ids.ts';
import type { LineItem, Session } from '../wire/objects.ts';
import { addDays, periodEnd } from '../wire/periods.ts';
import { recurringOf } from '../wire/subscription-objects.ts';
import type { Coupon } from '../wire/subscription-types.ts';
import { count, showDate, showInterval } from './wording.ts';

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
  /** What somebody agrees to by pressing it; empty for a payment that is made once. */
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
  const { name, trialDays, every, full, reduced } = figures;
  const isOnce = offered.coupon?.duration === 'once';
  return {
    heading: `${trialDays === undefined ? 'Subscribe to' : 'Try'} ${name}`,
    amount: trialDays === undefined ? reduced : `${count(trialDays, 'day')} free`,
    unit: trialDays !== undefined ? '' : isOnce ? session.currency.toUpperCase() : every,
    afterwards: afterwardsOf(offered, figures),
    button: trialDays === undefined ? 'Subscribe' : 'Start trial',
    terms: needsNoCard(session)
      ? withoutCard(offered, figures)
      : `You allow ${seller} to charge your card ${every === '' ? full : `${full} ${every}`} until you cancel. You can cancel before any payment.`,
  };
}

function figuresOf({ session, inner, coupon }: Offered): Figures {
  const items = inner.lineItems.filter(({ price }) => price.recurring);
  const [first] = items;
  if (!first) throw new Error(`the checkout ${session.id} has nothing recurring`);
  const amounts = items.map(({ price, quantity }) => price.unit_amount * quantity);
  const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0);
  const takenOff = sum(takeOff(amounts, coupon));
  const trialDays = inner.subscriptionData.trial_period_days;
  const start = nowSeconds();
  return {
    name: items.map(nameOf).join(' and '),
    every: showInterval(first.price),
    trialDays,
    full: formatMoney(sum(amounts), session.currency),
    reduced: formatMoney(sum(amounts) - takenOff, session.currency),
    end: showDate(
      trialDays === undefined ? periodEnd(start, start, recurringOf(first.price)) : addDays(start, trialDays),
    ),
    isReducedAtFirst: takenOff > 0 && coupon?.duration !== 'forever',
  };
}

const nameOf = ({ description }: LineItem) => description ?? '';

function afterwardsOf(
  { coupon }: Offered,
  { trialDays, every, full, reduced, end, isReducedAtFirst }: Figures,
): string {
  const isOnce = coupon?.duration === 'once';
  const later = `then ${full} ${every}`;
  const first = isOnce ? `${reduced} on ${end}` : `${reduced} ${every} from ${end}`;
  if (trialDays !== undefined) return isReducedAtFirst ? `Then ${first}, ${later} later` : `Then ${first}`;
  if (!isReducedAtFirst) return '';
  return isOnce ? `Then ${full} ${every} from ${end}` : `While the discount lasts, ${later}`;
}

/** A trial that begins without a card. */
function withoutCard({ inner }: Offered, { trialDays, full, every, end }: Figures): string {
  if (trialDays === undefined) return `No card is needed now. Later payments of ${full} ${every} need one.`;
  const isEnded = inner.subscriptionData.trial_settings?.end_behavior.missing_payment_method === 'cancel';
  return isEnded
    ? `No card is needed. The plan ends by itself on ${end} unless you add a card.`
    : `No card is needed now. From ${end} on you pay ${full} ${every}.`;
}

import { CreateSession } from './checkout-session-params.ts';
import type { Form } from '../wire/form.ts';
import { parseParams } from '../wire/params.ts';
import { invalidRequest } from '../wire/wire-error.ts';

const shortestSeconds = 30 * 60;
const longestSeconds = 24 * 60 * 60;
const smallestAmount = 50;
const largestAmount = 99_999_999;

/** @throws WireError in the provider's words, about the first parameter that is wrong */
export function readCreateSession(form: Form): CreateSession {
  const given = parseParams(CreateSession, form);
  requireOneCustomer(given);
  requireFittingMode(given);
  requireUsableExpiry(given.expires_at);
  return given;
}

function requireOneCustomer({ customer, customer_email, customer_creation }: CreateSession): void {
  const onlyOne = (other: string) =>
    invalidRequest(`You may only specify one of these parameters: customer, ${other}.`);
  if (customer !== undefined && customer_email !== undefined) throw onlyOne('customer_email');
  if (customer !== undefined && customer_creation !== undefined) throw onlyOne('customer_creation');
}

function requireFittingMode(given: CreateSession): void {
  const [first] = given.line_items;
  if (given.line_items.some((item) => item.price_data.currency !== first?.price_data.currency))
    throw invalidRequest('All prices of a session must be in one currency.', { param: 'line_items' });
  const isRecurring = given.line_items.some((item) => item.price_data.recurring);
  if (given.mode === 'payment' && isRecurring)
    throw invalidRequest(
      'You specified `payment` mode but passed a recurring price. Either switch to `subscription` mode or use only one-time prices.',
      { param: 'mode' },
    );
  if (given.mode === 'subscription' && !isRecurring)
    throw invalidRequest('You must provide at least one recurring price in `subscription` mode when using prices.', {
      param: 'line_items',
    });
  if (given.mode === 'subscription') requireOneInterval(given);
  for (const name of foreignTo[given.mode])
    if (given[name] !== undefined)
      throw invalidRequest(`You can not pass \`${name}\` in \`${given.mode}\` mode.`, { param: name });
}

const foreignTo = {
  payment: ['subscription_data', 'payment_method_collection'],
  subscription: ['payment_intent_data', 'customer_creation', 'submit_type'],
} as const;

function requireOneInterval({ line_items }: CreateSession): void {
  const intervals = line_items.flatMap(({ price_data: { recurring } }) =>
    recurring ? [`${recurring.interval_count ?? 1} ${recurring.interval}`] : [],
  );
  if (new Set(intervals).size > 1)
    throw invalidRequest('All recurring prices of a session must have the same interval.', { param: 'line_items' });
}

/**
 * @param amount what is due today, in the currency's smallest unit; nothing may be due when it is a subscription's
 *   first day, or when a coupon took everything off
 * @throws WireError for an amount no card can be charged with
 */
export function requireUsableAmount(amount: number, mayBeNothing: boolean): void {
  const details = { param: 'line_items' };
  if (amount < smallestAmount && !(amount === 0 && mayBeNothing))
    throw invalidRequest('The total amount due is below the smallest possible charge.', {
      ...details,
      code: 'amount_too_small',
    });
  if (amount > largestAmount)
    throw invalidRequest('The total amount due is above the largest possible charge.', {
      ...details,
      code: 'amount_too_large',
    });
}

/** Validated against the time of arrival, as at the provider: 30 minutes counted from before sending are too short. */
function requireUsableExpiry(expiresAt: number | undefined): void {
  if (expiresAt === undefined) return;
  const seconds = expiresAt - Date.now() / 1000;
  const refuse = (rule: string) =>
    invalidRequest(`The \`expires_at\` timestamp must be ${rule} from Checkout Session creation.`, {
      param: 'expires_at',
    });
  if (seconds < shortestSeconds) throw refuse('at least 30 minutes');
  if (seconds > longestSeconds) throw refuse('less than 24 hours');
}

/** The provider's default: 24 hours from now, in epoch seconds. */
export const defaultExpiry = (nowSeconds: number): number => nowSeconds + longestSeconds;

import { connectCards } from './card-calls.ts';
import { buildCheckouts, type CardCheckouts } from './card-checkouts.ts';
import { buildCustomers, type CardCustomers } from './card-customers.ts';
import { buildEvents, type CardEvents } from './card-events.ts';
import { buildLedger, type CardLedger } from './card-ledger.ts';
import { buildPayments, type CardPayments } from './card-payments.ts';
import { buildSubscriptions, type CardSubscriptions } from './card-subscriptions.ts';
import type { Log } from '../log.ts';

/** The card provider. Any call may throw Refusal payment-provider-unavailable, after ten seconds at most. */
export interface CardProvider
  extends CardCheckouts, CardCustomers, CardEvents, CardLedger, CardPayments, CardSubscriptions {
  /** Whether real money moves. An event of the other kind is never acted upon. */
  live: boolean;
}

/** Keys and address of the provider's account. */
export interface CardProviderOptions {
  secretKey: string;
  webhookSecret: string;
  /** Another address of the same protocol; undefined means the provider's own. */
  apiBase: string | undefined;
  log: Log;
}

/** Connects the card provider by its SDK. */
export function createCardProvider({ webhookSecret, ...connection }: CardProviderOptions): CardProvider {
  const calls = connectCards(connection);
  return {
    live: !connection.secretKey.includes('_test_'),
    ...buildCheckouts(calls),
    ...buildCustomers(calls),
    ...buildEvents(calls, webhookSecret),
    ...buildLedger(calls),
    ...buildPayments(calls),
    ...buildSubscriptions(calls),
  };
}

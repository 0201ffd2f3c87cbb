import {
  BrokenCircuitError,
  circuitBreaker,
  ConsecutiveBreaker,
  handleWhen,
  TaskCancelledError,
  timeout,
  TimeoutStrategy,
  wrap,
} from 'cockatiel';
import Stripe from 'stripe';
import type { Log } from '../log.ts';
import { Refusal } from '../refusal.ts';

/** The connection to the card provider, and the three ways its answers are taken. */
export interface CardCalls {
  stripe: Stripe;
  /** @throws Refusal payment-provider-unavailable when no usable answer comes in time; the provider's own refusals */
  call<T>(work: () => Promise<T>): Promise<T>;
  /** Gives undefined for what the provider will not do: it is of no use to repeat, and logged, being a fault of ours. */
  unlessRefused<T>(work: () => Promise<T>): Promise<T | undefined>;
  /** Gives undefined for what the provider does not know. */
  unlessMissing<T>(work: () => Promise<T>): Promise<T | undefined>;
}

/** A call takes no longer, its two more tries included. These carry the same idempotency key. */
const timeoutMs = 10_000;
const networkRetries = 2;
/** So many failures in a row open the breaker for so long: others do not wait for a provider that is down. */
const breaker = { failures: 10, openMs: 30_000 };

/** @param options.apiBase another address of the same protocol; undefined means the provider's own */
export function connectCards(options: { secretKey: string; apiBase: string | undefined; log: Log }): CardCalls {
  const { secretKey, apiBase, log } = options;
  const stripe = new Stripe(secretKey, {
    timeout: timeoutMs,
    maxNetworkRetries: networkRetries,
    telemetry: false,
    ...(apiBase ? addressOf(apiBase) : {}),
  });
  const guard = wrap(
    circuitBreaker(handleWhen(isOutage), {
      halfOpenAfter: breaker.openMs,
      breaker: new ConsecutiveBreaker(breaker.failures),
    }),
    timeout(timeoutMs, TimeoutStrategy.Aggressive),
  );
  const call: CardCalls['call'] = async (work) => {
    try {
      return await guard.execute(work);
    } catch (error) {
      if (isRefused(error) || !isProviderFault(error)) throw error;
      log.error({ reason: (error as Error).message }, 'the card provider does not answer, or not as it should');
      throw new Refusal('payment-provider-unavailable', { retryAfterSeconds: breaker.openMs / 1_000 });
    }
  };
  return {
    stripe,
    call,
    async unlessRefused(work) {
      try {
        return await call(work);
      } catch (error) {
        if (!isRefused(error)) throw error;
        log.error({ reason: error.message }, 'the card provider refused');
        return undefined;
      }
    },
    async unlessMissing(work) {
      try {
        return await call(work);
      } catch (error) {
        if (isMissing(error)) return undefined;
        throw error;
      }
    },
  };
}

function addressOf(apiBase: string): { host: string; port: number; protocol: 'http' | 'https' } {
  const { hostname, port, protocol } = new URL(apiBase);
  const scheme = protocol === 'http:' ? 'http' : 'https';
  return { host: hostname, port: Number(port || (scheme === 'http' ? 80 : 443)), protocol: scheme };
}

/** A refusal of the request itself is not an outage; silence, 5xx, nonsense and "slow down" are. */
function isOutage(error: unknown): boolean {
  return (
    error instanceof Stripe.errors.StripeConnectionError ||
    error instanceof Stripe.errors.StripeRateLimitError ||
    error instanceof Stripe.errors.StripeAPIError ||
    error instanceof TaskCancelledError
  );
}

/** Any trouble with the provider that is not the request's own: silence, a wrong key, an open breaker. */
const isProviderFault = (error: unknown) =>
  isOutage(error) || error instanceof BrokenCircuitError || error instanceof Stripe.errors.StripeError;

/** The provider understood the request and will not do it. */
export const isRefused = (error: unknown): error is Stripe.errors.StripeError =>
  error instanceof Stripe.errors.StripeInvalidRequestError ||
  error instanceof Stripe.errors.StripeIdempotencyError ||
  error instanceof Stripe.errors.StripeCardError;

/** 404 when the address names what is missing, 400 and a code when a parameter does. */
const isMissing = (error: unknown) =>
  error instanceof Stripe.errors.StripeInvalidRequestError &&
  (error.statusCode === 404 || error.code === 'resource_missing');

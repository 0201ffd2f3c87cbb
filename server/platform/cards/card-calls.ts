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
import { createMeasuredClient } from './measured-client.ts';

/** The connection to the card provider, and four ways to handle its errors. */
export interface CardCalls {
  stripe: Stripe;
  /** @throws Refusal payment-provider-unavailable when no usable answer comes in time; the provider's own refusals */
  call<T>(work: () => Promise<T>): Promise<T>;
  /** Returns undefined for a permanent refusal: not retryable, and logged, because it is a fault of ours. */
  unlessRefused<T>(work: () => Promise<T>): Promise<T | undefined>;
  /** Returns undefined for an id that the provider does not know. */
  unlessMissing<T>(work: () => Promise<T>): Promise<T | undefined>;
  /** Returns undefined where a restricted key lacks a right, which is logged: what else it may do goes on. */
  unlessForbidden<T>(work: () => Promise<T>): Promise<T | undefined>;
}

/** Limit of a call including its two retries, which carry the same idempotency key. */
const timeoutMs = 10_000;
const networkRetries = 2;
/** Circuit breaker: consecutive failures that open it, and for how long, so that requests fail fast in an outage. */
const breaker = { failures: 10, openMs: 30_000 };

/** @param options.apiBase another address of the same protocol; undefined means the provider's own */
export function connectCards(options: { secretKey: string; apiBase: string | undefined; log: Log }): CardCalls {
  const { secretKey, apiBase, log } = options;
  const stripe = new Stripe(secretKey, {
    timeout: timeoutMs,
    maxNetworkRetries: networkRetries,
    telemetry: false,
    httpClient: createMeasuredClient(),
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
    unlessForbidden: (work) =>
      call(() =>
        work().catch((error: unknown) => {
          if (!(error instanceof Stripe.errors.StripePermissionError)) throw error;
          log.error({ reason: error.message }, 'the key of the card provider lacks a right');
          return undefined;
        }),
      ),
  };
}

function addressOf(apiBase: string): { host: string; port: number; protocol: 'http' | 'https' } {
  const { hostname, port, protocol } = new URL(apiBase);
  const scheme = protocol === 'http:' ? 'http' : 'https';
  return { host: hostname, port: Number(port || (scheme === 'http' ? 80 : 443)), protocol: scheme };
}

/** Whether an error counts as an outage: timeout, 5xx, an unreadable answer or 429, not a refusal of the request. */
function isOutage(error: unknown): boolean {
  return (
    error instanceof Stripe.errors.StripeConnectionError ||
    error instanceof Stripe.errors.StripeRateLimitError ||
    error instanceof Stripe.errors.StripeAPIError ||
    error instanceof TaskCancelledError
  );
}

/** Any provider error that the request did not cause: timeout, wrong key, open circuit breaker. */
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

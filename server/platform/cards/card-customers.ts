import Stripe from 'stripe';
import type { CardCalls } from './card-calls.ts';
import { hashToken } from '../keys.ts';

/** A discount as the site declares it: exactly one of the two amounts. */
export interface CouponTerms {
  /** Our id: letters, digits, `-` and `_`. Contains the site's id, because one account serves many sites. */
  id: string;
  /** Shown at the checkout. */
  name: string;
  percentOff: number | null;
  amountOffCents: number | null;
  /** ISO 4217, upper case; with an amount only. */
  currency: string | null;
  duration: 'once' | 'forever' | 'repeating';
  /** How long `repeating` lasts. */
  months: number | null;
}

/** Customers, coupons and the billing portal at the card provider. */
export interface CardCustomers {
  /**
   * Creates a member's customer. Idempotent for 24 hours (the life of an idempotency key) with the same address.
   *
   * @returns the provider's id; undefined when the provider has refused
   */
  createCustomer(member: {
    memberId: string;
    email: string;
    metadata: Record<string, string>;
  }): Promise<string | undefined>;
  /** Tells of a new address. A customer the provider does not know is left alone. */
  updateCustomer(customerId: string, changes: { email: string }): Promise<void>;
  /**
   * Creates the coupon unless it exists. Idempotent.
   *
   * @returns the provider's id, derived from the terms, so that changed terms never alter a discount granted before;
   *   undefined when the provider has refused them
   */
  ensureCoupon(terms: CouponTerms): Promise<string | undefined>;
  /**
   * The provider's billing portal, where a customer cancels subscriptions and changes cards.
   *
   * @param request.configuration a named set-up of that page at the provider
   * @returns its address; undefined when the provider has refused, for example for an unknown customer
   */
  createBillingPortal(request: {
    customerId: string;
    returnUrl: string;
    configuration?: string;
  }): Promise<string | undefined>;
}

/** Builds the calls about customers on a connection. */
export function buildCustomers({ stripe, unlessRefused, unlessMissing }: CardCalls): CardCustomers {
  return {
    async createCustomer({ memberId, email, metadata }) {
      const parameters = { email, metadata: { ...metadata, memberId } };
      // The provider refuses a reused key with other parameters, and an address may change.
      const idempotencyKey = `customer-${memberId}-${shortHash(parameters)}`;
      const customer = await unlessRefused(() => stripe.customers.create(parameters, { idempotencyKey }));
      return customer?.id;
    },
    async updateCustomer(customerId, { email }) {
      await unlessMissing(() => stripe.customers.update(customerId, { email }));
    },
    async ensureCoupon(terms) {
      const parameters = couponParameters(terms);
      const id = `${terms.id}-${shortHash(parameters)}`;
      const existing = await unlessMissing(() => stripe.coupons.retrieve(id));
      if (existing) return id;
      const made = await unlessRefused(() => stripe.coupons.create({ ...parameters, id }).catch(ignoreExisting));
      return made && id;
    },
    async createBillingPortal({ customerId, returnUrl, configuration }) {
      const session = await unlessRefused(() =>
        stripe.billingPortal.sessions.create({
          customer: customerId,
          return_url: returnUrl,
          ...(configuration === undefined ? {} : { configuration }),
        }),
      );
      return session?.url;
    },
  };
}

/** The provider refuses longer ones. */
const longestName = 40;

const shortHash = (parameters: object) => hashToken(JSON.stringify(parameters)).toString('hex').slice(0, 12);

const couponParameters = (terms: CouponTerms): Stripe.CouponCreateParams => ({
  name: terms.name.slice(0, longestName),
  ...(terms.percentOff === null
    ? { amount_off: terms.amountOffCents ?? 0, currency: (terms.currency ?? '').toLowerCase() }
    : { percent_off: terms.percentOff }),
  duration: terms.duration,
  ...(terms.months === null ? {} : { duration_in_months: terms.months }),
});

/** A race: another process created it between look-up and creation. */
function ignoreExisting(error: unknown): true {
  if (error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'resource_already_exists') return true;
  throw error;
}

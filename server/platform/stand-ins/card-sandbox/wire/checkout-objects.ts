import { newSessionId, newWireId, nowSeconds } from './ids.ts';
import type { LineItem, Product, Session } from './objects.ts';
import type { Price, Recurring } from './subscription-types.ts';

export interface NewLineItem {
  name: string;
  description?: string;
  currency: string;
  unitAmount: number;
  quantity: number;
  /** How often it is paid; undefined for once. */
  recurring?: { interval: 'day' | 'week' | 'month' | 'year'; intervalCount: number };
  /** What is due for it today, before and by how much it is discounted. */
  due: { subtotal: number; discount: number };
}

export function makeProduct({ name, description }: NewLineItem): Product {
  return {
    id: newWireId('prod_', 14),
    object: 'product',
    active: true,
    created: nowSeconds(),
    default_price: null,
    description: description ?? null,
    images: [],
    livemode: false,
    marketing_features: [],
    metadata: {},
    name,
    package_dimensions: null,
    shippable: null,
    tax_code: null,
    tax_details: null,
    type: 'service',
    updated: nowSeconds(),
    url: null,
  };
}

export function makePrice({ currency, unitAmount, recurring }: NewLineItem, product: Product): Price {
  return {
    id: newWireId('price_1'),
    object: 'price',
    active: false,
    billing_scheme: 'per_unit',
    created: nowSeconds(),
    currency,
    custom_unit_amount: null,
    livemode: false,
    lookup_key: null,
    metadata: {},
    nickname: null,
    product: product.id,
    recurring: recurring ? recurringPart(recurring) : null,
    tax_behavior: 'unspecified',
    tiers_mode: null,
    transform_quantity: null,
    type: recurring ? 'recurring' : 'one_time',
    unit_amount: unitAmount,
    unit_amount_decimal: String(unitAmount),
  };
}

const recurringPart = ({ interval, intervalCount }: NonNullable<NewLineItem['recurring']>): Recurring => ({
  interval,
  interval_count: intervalCount,
  meter: null,
  trial_period_days: null,
  usage_type: 'licensed',
});

export function makeLineItem(item: NewLineItem, price: Price): LineItem {
  const { subtotal, discount } = item.due;
  return {
    id: newWireId('li_1'),
    object: 'item',
    adjustable_quantity: null,
    amount_discount: discount,
    amount_subtotal: subtotal,
    amount_tax: 0,
    amount_total: subtotal - discount,
    currency: item.currency,
    description: item.name,
    metadata: {},
    price,
    quantity: item.quantity,
  };
}

export interface NewSession {
  publicUrl: string;
  mode: 'payment' | 'subscription';
  due: { subtotal: number; discount: number };
  coupon: string | null;
  /** Whether a card is asked for even when nothing is due. */
  paymentMethodCollection: 'always' | 'if_required';
  currency: string;
  successUrl: string;
  cancelUrl: string | null;
  clientReferenceId: string | null;
  customer: string | null;
  customerCreation: 'always' | 'if_required' | null;
  customerEmail: string | null;
  /** What the page shows and the session repeats: the address of the customer or the one that was given. */
  knownEmail: string | null;
  displayName: string | null;
  expiresAt: number;
  locale: string | null;
  metadata: Record<string, string>;
  submitMessage: string | null;
  submitType: string | null;
}

export function makeSession(given: NewSession): Session {
  const id = newSessionId();
  return {
    id,
    object: 'checkout.session',
    adaptive_pricing: { enabled: false },
    after_expiration: null,
    allow_promotion_codes: null,
    allowed_payment_method_types: null,
    amount_subtotal: given.due.subtotal,
    amount_total: given.due.subtotal - given.due.discount,
    automatic_tax: { enabled: false, liability: null, provider: null, status: null },
    billing_address_collection: null,
    branding_settings: branding(given.displayName),
    cancel_url: given.cancelUrl,
    client_reference_id: given.clientReferenceId,
    client_secret: null,
    collected_information: null,
    consent: null,
    consent_collection: null,
    created: nowSeconds(),
    currency: given.currency,
    currency_conversion: null,
    custom_fields: [],
    custom_text: {
      after_submit: null,
      shipping_address: null,
      submit: given.submitMessage === null ? null : { message: given.submitMessage },
      terms_of_service_acceptance: null,
    },
    customer: given.customer,
    customer_account: null,
    customer_creation: given.customerCreation,
    customer_details: given.knownEmail === null ? null : customerDetails(given.knownEmail, null),
    customer_email: given.customerEmail,
    discounts: given.coupon === null ? [] : [{ coupon: given.coupon, promotion_code: null }],
    expires_at: given.expiresAt,
    integration_identifier: null,
    invoice: null,
    invoice_creation: null,
    livemode: false,
    locale: given.locale,
    managed_payments: null,
    metadata: given.metadata,
    mode: given.mode,
    origin_context: null,
    payment_intent: null,
    payment_link: null,
    payment_method_collection: given.paymentMethodCollection,
    payment_method_configuration_details: null,
    payment_method_options: {},
    payment_method_types: ['card'],
    payment_status: 'unpaid',
    permissions: null,
    phone_number_collection: { enabled: false },
    recovered_from: null,
    saved_payment_method_options: null,
    setup_intent: null,
    shipping_address_collection: null,
    shipping_cost: null,
    shipping_options: [],
    status: 'open',
    submit_type: given.submitType,
    subscription: null,
    success_url: given.successUrl,
    total_details: { amount_discount: given.due.discount, amount_shipping: 0, amount_tax: 0 },
    ui_mode: 'hosted_page',
    url: `${given.publicUrl}/dev/card/pay/${id}`,
    wallet_options: null,
  };
}

const branding = (displayName: string | null): Session['branding_settings'] => ({
  background_color: '#ffffff',
  border_style: 'rounded',
  button_color: '#1f2a44',
  display_name: displayName ?? '',
  font_family: 'default',
  icon: null,
  logo: null,
});

export const customerDetails = (
  email: string | null,
  name: string | null,
): NonNullable<Session['customer_details']> => ({
  address: null,
  business_name: null,
  email,
  individual_name: null,
  name,
  phone: null,
  tax_exempt: 'none',
  tax_ids: [],
});

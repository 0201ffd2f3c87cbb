import { newWireId, nowSeconds } from './ids.ts';
import type { Customer } from './objects.ts';
import type { Invoice, InvoiceLine, InvoicePayment, Price, Subscription } from './subscription-types.ts';

export interface NewInvoice {
  publicUrl: string;
  customer: Customer;
  subscription: Subscription;
  reason: 'subscription_create' | 'subscription_cycle';
  lines: NewInvoiceLine[];
  discount: string | null;
}

export interface NewInvoiceLine {
  description: string;
  price: Price;
  quantity: number;
  /** Before the discount. */
  amount: number;
  discounted: number;
  period: { start: number; end: number };
  /** The item a line bills again and again; null for what is paid once. */
  item: string | null;
}

/** An invoice that is still a draft. */
export function makeInvoice({ publicUrl, customer, subscription, reason, lines, discount }: NewInvoice): Invoice {
  const id = newWireId('in_1');
  const subtotal = sumOf(lines, (line) => line.amount);
  const discounted = sumOf(lines, (line) => line.discounted);
  const total = subtotal - discounted;
  const period = lines.find((line) => line.item !== null)?.period ?? { start: nowSeconds(), end: nowSeconds() };
  return {
    id,
    object: 'invoice',
    account_country: 'NZ',
    account_name: null,
    account_tax_ids: null,
    amount_due: total,
    amount_overpaid: 0,
    amount_paid: 0,
    amount_remaining: total,
    amount_shipping: 0,
    application: null,
    attempt_count: 0,
    attempted: false,
    auto_advance: true,
    automatic_tax: { disabled_reason: null, enabled: false, liability: null, provider: null, status: null },
    automatically_finalizes_at: null,
    billing_reason: reason,
    collection_method: 'charge_automatically',
    created: nowSeconds(),
    currency: subscription.currency,
    custom_fields: null,
    customer: customer.id,
    customer_account: null,
    customer_address: null,
    customer_email: customer.email,
    customer_name: customer.name ?? null,
    customer_phone: null,
    customer_shipping: null,
    customer_tax_exempt: 'none',
    customer_tax_ids: [],
    default_payment_method: null,
    default_source: null,
    default_tax_rates: [],
    description: null,
    discounts: discount === null ? [] : [discount],
    due_date: null,
    effective_at: null,
    ending_balance: null,
    footer: null,
    from_invoice: null,
    hosted_invoice_url: `${publicUrl}/dev/card/invoices/${id}`,
    invoice_pdf: null,
    issuer: { type: 'self' },
    last_finalization_error: null,
    latest_revision: null,
    lines: {
      object: 'list',
      data: lines.map((line) => makeInvoiceLine(line, { invoice: id, subscription, discount })),
      has_more: false,
      url: `/v1/invoices/${id}/lines`,
    },
    livemode: false,
    metadata: {},
    next_payment_attempt: null,
    number: `${customer.invoice_prefix}-${String(customer.next_invoice_sequence ?? 1).padStart(4, '0')}`,
    on_behalf_of: null,
    parent: {
      quote_details: null,
      subscription_details: { metadata: subscription.metadata, subscription: subscription.id },
      type: 'subscription_details',
    },
    payment_settings: { default_mandate: null, payment_method_options: null, payment_method_types: null },
    period_end: period.end,
    period_start: period.start,
    post_payment_credit_notes_amount: 0,
    pre_payment_credit_notes_amount: 0,
    receipt_number: null,
    rendering: null,
    shipping_cost: null,
    shipping_details: null,
    starting_balance: 0,
    statement_descriptor: null,
    status: 'draft',
    status_transitions: { finalized_at: null, marked_uncollectible_at: null, paid_at: null, voided_at: null },
    subtotal,
    subtotal_excluding_tax: subtotal,
    test_clock: null,
    total,
    total_discount_amounts: discount === null ? [] : [{ amount: discounted, discount }],
    total_excluding_tax: total,
    total_pretax_credit_amounts: [],
    total_taxes: [],
    webhooks_delivered_at: null,
  };
}

const sumOf = (lines: NewInvoiceLine[], amount: (line: NewInvoiceLine) => number) =>
  lines.reduce((sum, line) => sum + amount(line), 0);

function makeInvoiceLine(
  line: NewInvoiceLine,
  { invoice, subscription, discount }: { invoice: string; subscription: Subscription; discount: string | null },
): InvoiceLine {
  const { price, quantity, item } = line;
  const details = { invoice_item: null, proration: false, proration_details: null, subscription: subscription.id };
  return {
    id: newWireId('il_1'),
    object: 'line_item',
    amount: line.amount,
    currency: subscription.currency,
    description: line.description,
    discount_amounts: discount === null ? [] : [{ amount: line.discounted, discount }],
    discountable: true,
    discounts: [],
    invoice,
    livemode: false,
    metadata: {},
    parent:
      item === null
        ? null
        : {
            invoice_item_details: null,
            subscription_item_details: { ...details, subscription_item: item },
            type: 'subscription_item_details',
          },
    period: line.period,
    pretax_credit_amounts: [],
    pricing: {
      price_details: { price: price.id, product: price.product },
      type: 'price_details',
      unit_amount_decimal: price.unit_amount_decimal,
    },
    quantity,
    quantity_decimal: String(quantity),
    subscription: subscription.id,
    subtotal: line.amount,
    taxes: [],
  };
}

/** The tie between an invoice and the payment that is to pay it. */
export const makeInvoicePayment = (invoice: Invoice, paymentIntent: string): InvoicePayment => ({
  id: newWireId('inpay_1'),
  object: 'invoice_payment',
  amount_paid: null,
  amount_requested: invoice.amount_due,
  created: nowSeconds(),
  currency: invoice.currency,
  invoice: invoice.id,
  is_default: true,
  livemode: false,
  payment: { payment_intent: paymentIntent, type: 'payment_intent' },
  status: 'open',
  status_transitions: { canceled_at: null, paid_at: null },
});

export function paidInvoice(invoice: Invoice): Invoice {
  const paidAt = nowSeconds();
  return {
    ...invoice,
    amount_paid: invoice.total,
    amount_remaining: 0,
    attempted: true,
    next_payment_attempt: null,
    status: 'paid',
    status_transitions: { ...invoice.status_transitions, paid_at: paidAt },
  };
}

export function openInvoice(invoice: Invoice): Invoice {
  const finalizedAt = nowSeconds();
  return {
    ...invoice,
    effective_at: finalizedAt,
    status: 'open',
    status_transitions: { ...invoice.status_transitions, finalized_at: finalizedAt },
  };
}

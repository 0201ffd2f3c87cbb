import * as z from 'zod/mini';
import { longestTrialDays } from '../../../cards/card-bounds.ts';
import { Currency, Email, integer, list, Metadata, WebAddress } from '../wire/params.ts';

const positive = integer.check(z.minimum(1));

const ItemParams = z.strictObject({
  quantity: positive,
  price_data: z.strictObject({
    currency: Currency,
    unit_amount: integer.check(z.minimum(0)),
    tax_behavior: z.optional(z.string()),
    recurring: z.optional(
      z.strictObject({
        interval: z.enum(['day', 'week', 'month', 'year']),
        interval_count: z.optional(positive),
      }),
    ),
    product_data: z.strictObject({
      name: z.string().check(z.minLength(1)),
      description: z.optional(z.string().check(z.minLength(1))),
      images: z.optional(list(z.string())),
      metadata: z.optional(Metadata),
    }),
  }),
});

/** The supported parameters of "create a session". Others are refused rather than silently ignored. */
export const CreateSession = z.strictObject({
  mode: z.enum(['payment', 'subscription'], 'the card sandbox takes payments and subscriptions only'),
  ui_mode: z.optional(z.enum(['hosted_page', 'hosted'])),
  line_items: list(ItemParams).check(z.minLength(1), z.maxLength(100)),
  success_url: WebAddress,
  cancel_url: z.optional(WebAddress),
  client_reference_id: z.optional(z.string()),
  customer: z.optional(z.string()),
  customer_creation: z.optional(z.enum(['always', 'if_required'])),
  customer_email: z.optional(Email),
  expires_at: z.optional(integer),
  metadata: z.optional(Metadata),
  discounts: z.optional(list(z.strictObject({ coupon: z.string() })).check(z.maxLength(1))),
  payment_method_collection: z.optional(z.enum(['always', 'if_required'])),
  payment_method_types: z.optional(list(z.literal('card'))),
  payment_intent_data: z.optional(
    z.strictObject({
      description: z.optional(z.string()),
      metadata: z.optional(Metadata),
      receipt_email: z.optional(Email),
      setup_future_usage: z.optional(z.enum(['off_session', 'on_session'])),
      statement_descriptor_suffix: z.optional(z.string()),
    }),
  ),
  subscription_data: z.optional(
    z.strictObject({
      description: z.optional(z.string().check(z.maxLength(500))),
      metadata: z.optional(Metadata),
      trial_period_days: z.optional(positive.check(z.maximum(longestTrialDays))),
      trial_settings: z.optional(
        z.strictObject({
          end_behavior: z.strictObject({ missing_payment_method: z.enum(['cancel', 'create_invoice']) }),
        }),
      ),
    }),
  ),
  locale: z.optional(z.string()),
  submit_type: z.optional(z.enum(['auto', 'pay', 'book', 'donate'])),
  custom_text: z.optional(z.strictObject({ submit: z.strictObject({ message: z.string() }) })),
  branding_settings: z.optional(z.looseObject({ display_name: z.optional(z.string()) })),
});
export type CreateSession = z.infer<typeof CreateSession>;

export type ItemParams = z.infer<typeof ItemParams>;

/** A valid client reference; invalid ones are silently dropped, as by the real provider. */
export const keptReference = (reference: string | undefined): string | null =>
  reference !== undefined && /^[A-Za-z0-9_-]{1,200}$/.test(reference) ? reference : null;

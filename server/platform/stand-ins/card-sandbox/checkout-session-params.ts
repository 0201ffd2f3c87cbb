import * as z from 'zod/mini';
import { Email, integer, list, Metadata, parseParams, WebAddress } from './wire/params.ts';
import type { Form } from './wire/form.ts';
import { invalidRequest } from './wire/wire-error.ts';

const shortestSeconds = 30 * 60;
const longestSeconds = 24 * 60 * 60;
const smallestAmount = 50;
const largestAmount = 99_999_999;

const currencies = new Set(Intl.supportedValuesOf('currency').map((code) => code.toLowerCase()));
const Currency = z
  .pipe(
    z.string(),
    z.transform((code) => code.toLowerCase()),
  )
  .check(z.refine((code) => currencies.has(code), 'not a currency'));
const positive = integer.check(z.minimum(1));

const ItemParams = z.strictObject({
  quantity: positive,
  price_data: z.strictObject({
    currency: Currency,
    unit_amount: integer.check(z.minimum(0)),
    tax_behavior: z.optional(z.string()),
    product_data: z.strictObject({
      name: z.string().check(z.minLength(1)),
      description: z.optional(z.string().check(z.minLength(1))),
      images: z.optional(list(z.string())),
      metadata: z.optional(Metadata),
    }),
  }),
});

/** What the sandbox understands of "create a session". Anything else is refused rather than silently left out. */
const CreateSession = z.strictObject({
  mode: z.literal('payment', 'the card sandbox takes single payments only'),
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
  locale: z.optional(z.string()),
  submit_type: z.optional(z.enum(['auto', 'pay', 'book', 'donate'])),
  custom_text: z.optional(z.strictObject({ submit: z.strictObject({ message: z.string() }) })),
  branding_settings: z.optional(z.looseObject({ display_name: z.optional(z.string()) })),
});
export type CreateSession = z.infer<typeof CreateSession>;

/** @throws WireError in the provider's words, about the first parameter that is wrong */
export function readCreateSession(form: Form): CreateSession {
  const given = parseParams(CreateSession, form);
  const [first] = given.line_items;
  if (given.line_items.some((item) => item.price_data.currency !== first?.price_data.currency))
    throw invalidRequest('All prices of a session must be in one currency.', { param: 'line_items' });
  if (given.customer !== undefined && given.customer_email !== undefined)
    throw invalidRequest('You may only specify one of these parameters: customer, customer_email.');
  if (given.customer !== undefined && given.customer_creation !== undefined)
    throw invalidRequest('You may only specify one of these parameters: customer, customer_creation.');
  requireUsableAmount(totalOf(given));
  requireUsableExpiry(given.expires_at);
  return given;
}

export const totalOf = ({ line_items }: Pick<CreateSession, 'line_items'>): number =>
  line_items.reduce((sum, item) => sum + item.quantity * item.price_data.unit_amount, 0);

function requireUsableAmount(amount: number): void {
  const details = { param: 'line_items' };
  if (amount < smallestAmount)
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

/** Judged when the request arrives: half an hour counted from before it was sent is already too short. */
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

/** A reference the provider keeps. Any other is dropped without a word, just as the real one does. */
export const keptReference = (reference: string | undefined): string | null =>
  reference !== undefined && /^[A-Za-z0-9_-]{1,200}$/.test(reference) ? reference : null;

export const defaultExpiry = (nowSeconds: number): number => nowSeconds + longestSeconds;

import * as z from 'zod/mini';
import { examplePartner, order } from '../enrolment-examples.ts';
import { defineCalls, type ConsoleSubject, type StaffMay } from '../call.ts';

/** What is compared, each by a call of its own: one that takes long keeps no other waiting. */
export const movements = ['payments', 'refunds', 'disputes'] as const;
export type Movement = (typeof movements)[number];

/** The most movements that one comparison has; of more, the newest. */
export const mostCompared = 2_000;

/** Days that one comparison may have. */
export const mostDaysCompared = 31;

const ReconciliationQuery = z.strictObject({
  /** The first day, of UTC, as the provider counts them; today where it is left out. */
  day: z.optional(z.iso.date()),
  /** The last day; the first alone where it is left out. */
  until: z.optional(z.iso.date()),
  what: z.optional(z.enum(movements)),
  /** The code of one partner. */
  partner: z.optional(z.string().check(z.maxLength(20))),
});

const Sum = z.object({ count: z.number(), cents: z.number() });

const Difference = z.object({
  /** Not here, not there, or another amount. */
  kind: z.enum(['not-recorded', 'not-at-provider', 'amount']),
  /** The provider's id; ours for what the provider does not know. */
  id: z.string(),
  partner: z.nullable(z.string()),
  /** null for money of no order. */
  orderId: z.nullable(z.string()),
  reference: z.nullable(z.string()),
  /** The matter about it, where staff have one. */
  matterId: z.nullable(z.string()),
  providerCents: z.nullable(z.number()),
  ourCents: z.nullable(z.number()),
  currency: z.string(),
  at: z.string(),
});
/** A movement of money that only one side knows, or both differently. */
export type Difference = z.infer<typeof Difference>;

const Reconciled = z.object({
  day: z.string(),
  until: z.string(),
  what: z.enum(movements),
  /** False where the days have more movements than are compared, or one side alone has more than are looked up. */
  isWhole: z.boolean(),
  /** By partner and currency; null for money of no order of ours. */
  partners: z.array(z.object({ partner: z.nullable(z.string()), currency: z.string(), provider: Sum, ours: Sum })),
  differences: z.array(Difference),
});
export type Reconciled = z.infer<typeof Reconciled>;

/** What the card provider says beside what we say. */
export const reconciliationConsoleCalls = defineCalls({
  'GET /console/api/reconciliation': {
    summary: 'Compare days with the card provider',
    about: `Asks the provider now. A payment counts on the day the provider has it on, whenever we heard of it; the two are matched by their ids. Money for plans of sites is left out. Money of no order of ours is for staff without a limit to their scope. At most ${mostCompared} movements, and ${mostDaysCompared} days.`,
    caller: 'staff',
    may: { permission: 'see-orders', within: 'partner' } as const satisfies StaffMay,
    query: ReconciliationQuery,
    answer: z.object({ data: Reconciled }),
    refusals: ['payment-provider-unavailable'],
    example: {
      query: { day: '2026-11-23', what: 'payments' },
      answer: {
        data: {
          day: '2026-11-23',
          until: '2026-11-23',
          what: 'payments',
          isWhole: true,
          partners: [
            {
              partner: examplePartner,
              currency: 'NZD',
              provider: { count: 2, cents: 1_287_500 },
              ours: { count: 1, cents: 1_237_500 },
            },
          ],
          differences: [
            {
              kind: 'not-recorded',
              id: 'pi_3QK2mV8cT1xW7n4b',
              partner: examplePartner,
              orderId: order.id,
              reference: order.reference,
              matterId: null,
              providerCents: 50_000,
              ourCents: null,
              currency: 'NZD',
              at: '2026-11-23T03:04:05.000Z',
            },
          ],
        },
      },
    },
  },
  'GET /console/api/reconciliation.csv': {
    summary: 'Export such a comparison',
    about:
      'Its differences, a line each, and then the sums of each partner; before them a line that says so where not all was compared. Amounts are in units of the currency. It stands in the audit log before the first line.',
    caller: 'staff',
    may: { permission: 'see-orders', within: 'partner' } as const satisfies StaffMay,
    query: ReconciliationQuery,
    mediaType: 'text/csv',
    refusals: ['payment-provider-unavailable'],
    example: {
      query: { day: '2026-11-23', until: '2026-11-29', what: 'payments' },
      answer: 'A file, UTF-8 with a byte order mark.',
    },
  },
});

/** What is said of it. */
export const reconciliationConsoleSubject: ConsoleSubject = {
  title: 'Reconciliation',
  about: 'What the card provider says beside what we say, for a day or several.',
  calls: reconciliationConsoleCalls,
};

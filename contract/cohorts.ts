import * as z from 'zod/mini';
import { courseCodes, studyModes } from '../shared/courses.ts';
import { partnerCodes } from '../shared/partners.ts';

/** What a student may choose from: the price book and the cohorts as the cards show them. */

const seatStates = ['available', 'few', 'full'] as const;
const cohortStates = ['open', 'started', 'not-open-yet', 'closed'] as const;

export const Cohort = z.object({
  id: z.string(),
  course: z.enum(courseCodes),
  name: z.string(),
  mode: z.enum(studyModes),
  weeks: z.number(),
  /** `2027-02-01`, or `2025-12` where only the month is known, or `Future` for an intake without a date. */
  startDate: z.string(),
  /** `2027-04-25`; null where the start has no day. */
  endDate: z.nullable(z.string()),
  /** Days and hours, "Monday to Friday, 9:00 to 17:00"; null where not settled. */
  schedule: z.nullable(z.string()),
  /** Whose students may choose it; missing where all may. */
  partners: z.optional(z.array(z.enum(partnerCodes))),
  /** Public holidays on days of class, `2027-01-26`; missing where there are none. */
  noClassOn: z.optional(z.array(z.object({ date: z.string(), name: z.string() }))),
  /** IANA zone in which dates and hours are meant. */
  timeZone: z.string(),
  state: z.enum(cohortStates),
  /** Enrolment closes at this moment, ISO; null where it stays open. */
  closesAt: z.nullable(z.string()),
  /**
   * `left` is null unless the exact number is shown. `mayComeBack` is there, and true, where none is free but some are
   * only held for people who have not paid yet.
   */
  seats: z.object({ state: z.enum(seatStates), left: z.nullable(z.number()), mayComeBack: z.optional(z.boolean()) }),
});
export type Cohort = z.infer<typeof Cohort>;

/** All amounts in cents of `currency`. One price book for screen, checkout and receipt. */
export const PriceBook = z.object({
  currency: z.literal('NZD'),
  listCents: z.number(),
  fullCents: z.number(),
  fullSavingCents: z.number(),
  fullDiscountPercent: z.number(),
  depositCents: z.number(),
  monthlyFromCents: z.number(),
});
export type PriceBook = z.infer<typeof PriceBook>;

/** Without a partner the cohorts of all partners are listed. */
export const CatalogueQuery = z.object({ partner: z.optional(z.enum(partnerCodes)) });
export const CatalogueAnswer = z.object({ data: z.object({ prices: PriceBook, cohorts: z.array(Cohort) }) });
export type Catalogue = z.infer<typeof CatalogueAnswer>['data'];

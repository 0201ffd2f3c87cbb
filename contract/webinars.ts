import * as z from 'zod/mini';
import { courseCodes } from '../shared/courses.ts';
import { partnerCodes } from '../shared/partners.ts';
import { webinarCategories, webinarMinutes } from '../shared/webinar-choices.ts';

/** States of a webinar: a draft is visible to staff alone, a published one to students too, a cancelled one does not take place. */
export const webinarStates = ['draft', 'published', 'cancelled'] as const;
export type WebinarState = (typeof webinarStates)[number];

/** Once, or again every so many weeks from a day on, `2026-12-02`, on the partner's calendar. */
export const WebinarDay = z.union([
  z.strictObject({ on: z.iso.date() }),
  z.strictObject({ everyWeeks: z.int().check(z.minimum(1), z.maximum(52)), from: z.iso.date() }),
]);

/** A webinar as the events page shows it, in the partner's words. */
const ListedWebinar = z.object({
  id: z.string(),
  course: z.enum(courseCodes),
  title: z.string(),
  description: z.string(),
  date: WebinarDay,
  /** On the partner's clock, `18:00`. */
  time: z.string(),
  minutes: z.literal(webinarMinutes),
  host: z.string(),
  /** How many people usually take part. */
  attendees: z.number(),
  category: z.enum(webinarCategories),
});
export type ListedWebinar = z.infer<typeof ListedWebinar>;

export const WebinarQuery = z.object({ partner: z.enum(partnerCodes) });
export const WebinarListAnswer = z.object({ data: z.array(ListedWebinar) });

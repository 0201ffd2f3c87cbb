import * as z from 'zod/mini';
import { courseCodes } from '../../shared/courses.ts';
import { webinarCategories, webinarMinutes } from '../../shared/webinar-choices.ts';
import { limits } from '../limits.ts';
import { webinarStates, WebinarDay } from '../webinars.ts';
import { defineList } from './list.ts';

/** Numbers that staff meet with webinars. */
export const webinarLimits = {
  titleMaxLength: 120,
  descriptionMaxLength: 1_000,
  hostMaxLength: 120,
  linkMaxLength: 1_000,
  /** A week before the start. */
  reminderHoursMost: 168,
  remindersMost: 4,
  /** Addresses or rows of one call. */
  namedMost: 500,
  /** Past occasions that are shown, the latest. */
  occasionsShown: 52,
} as const;

/** Where a webinar stands: a published one that takes place no more is past. */
export const webinarStandings = ['upcoming', 'past', 'draft', 'cancelled'] as const;
export type WebinarStanding = (typeof webinarStandings)[number];

/** Webinars, the next first. */
export const webinarList = defineList({
  search: 'Words of the title',
  columns: {
    title: { label: 'Webinar', holds: 'text' },
    partner: { label: 'Partner', holds: 'text', filter: ['is'] },
    course: { label: 'Course', holds: 'choice', values: courseCodes, filter: ['is'] },
    standing: { label: 'Standing', holds: 'choice', values: webinarStandings, filter: ['is'] },
    day: { label: 'Takes place', holds: 'text', sort: true },
    registered: { label: 'Registered', holds: 'text' },
  },
  order: 'day',
});

/** Who is registered for a webinar's occasions, the latest first. */
export const attendeeList = defineList({
  search: 'Beginning of an address',
  columns: {
    email: { label: 'Address', holds: 'text' },
    name: { label: 'Name', holds: 'text' },
    partner: { label: 'Partner', holds: 'text', filter: ['is'] },
    day: { label: 'Occasion', holds: 'text', filter: ['is'] },
    registered: { label: 'Registered', holds: 'time', sort: true },
    attended: { label: 'Attended', holds: 'yes-no', filter: ['is'] },
  },
  order: '-registered',
});

const date = WebinarDay;
const text = (most: number) => z.string().check(z.trim(), z.minLength(1), z.maxLength(most));
const link = z.nullable(
  z.url({ protocol: /^https$/, hostname: z.regexes.domain }).check(z.maxLength(webinarLimits.linkMaxLength)),
);
const hours = z.int().check(z.minimum(1), z.maximum(webinarLimits.reminderHoursMost));

/** What staff say of a webinar. Words in braces become the partner's own. */
export const WebinarDraft = z.strictObject({
  course: z.enum(courseCodes),
  title: text(webinarLimits.titleMaxLength),
  description: text(webinarLimits.descriptionMaxLength),
  host: text(webinarLimits.hostMaxLength),
  category: z.enum(webinarCategories),
  minutes: z.literal(webinarMinutes),
  /** How many people usually take part. */
  attendees: z.int().check(z.minimum(0), z.maximum(100_000)),
  date,
  /** On the partner's clock, `18:00`. */
  time: z.string().check(z.regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, 'a time is written 18:00')),
  /** Where it takes place online; mailed to those who register, and shown nowhere. */
  link,
  /** Hours before the start. */
  reminderHours: z.array(hours).check(z.maxLength(webinarLimits.remindersMost)),
  isPublished: z.boolean(),
});
export type WebinarDraft = z.infer<typeof WebinarDraft>;

export const CreateWebinarRequest = z.extend(WebinarDraft, {
  /** Made by the page: a second press with the same values creates nothing more. */
  key: z.uuid(),
  /** null for all partners. */
  partner: z.nullable(z.string().check(z.maxLength(40))),
});

/** An occasion that has taken place, or that has registrations. */
const Occasion = z.object({
  /** `2026-12-02`, on the partner's calendar. */
  day: z.string(),
  isOver: z.boolean(),
  registered: z.number(),
  attended: z.number(),
  /** ISO where those who registered were mailed it. */
  recording: z.nullable(z.object({ link: z.string(), mailedAt: z.nullable(z.string()) })),
});
export type WebinarOccasion = z.infer<typeof Occasion>;

const shared = {
  id: z.string(),
  /** null for one of all partners. */
  partner: z.nullable(z.string()),
  course: z.enum(courseCodes),
  title: z.string(),
  standing: z.enum(webinarStandings),
  /** The next occasion, else the last; on the partner's calendar. */
  day: z.string(),
  time: z.string(),
};

/** A webinar in the list. */
export const WebinarRow = z.object({
  ...shared,
  everyWeeks: z.nullable(z.number()),
  /** For that occasion, of the partners in scope. */
  registered: z.number(),
});
export type WebinarRow = z.infer<typeof WebinarRow>;

/** A webinar as its page shows it. */
export const ShownWebinar = z.object({
  ...shared,
  state: z.enum(webinarStates),
  description: z.string(),
  host: z.string(),
  category: z.enum(webinarCategories),
  minutes: z.literal(webinarMinutes),
  attendees: z.number(),
  date,
  link: z.nullable(z.string()),
  reminderHours: z.array(z.number()),
  version: z.number(),
  /** Whether the reader may change it: one of all partners takes staff of all partners. */
  mayChange: z.boolean(),
  /** People registered for occasions to come, of the partners in scope: they are mailed when it changes, unless they switched notices off. */
  waiting: z.number(),
  occasions: z.array(Occasion),
});
export type ShownWebinar = z.infer<typeof ShownWebinar>;

/** A registration for an occasion: the attendee. */
export const AttendeeRow = z.object({
  id: z.string(),
  memberId: z.string(),
  siteId: z.string(),
  email: z.string(),
  name: z.string(),
  partner: z.string(),
  day: z.string(),
  /** ISO */
  registeredAt: z.string(),
  /** Whether the occasion has begun, so that it can be said who came. */
  hasBegun: z.boolean(),
  attended: z.boolean(),
});
export type AttendeeRow = z.infer<typeof AttendeeRow>;

const named = z.array(z.string().check(z.minLength(1), z.maxLength(limits.emailMaxLength)));
const some = named.check(z.minLength(1), z.maxLength(webinarLimits.namedMost));

/** Who came to an occasion: rows of the list, or addresses. */
export const AttendanceRequest = z.strictObject({
  day: z.iso.date(),
  attended: z.boolean(),
  who: z.union([z.strictObject({ attendeeIds: some }), z.strictObject({ emails: some })]),
});
export type AttendanceRequest = z.infer<typeof AttendanceRequest>;

/** Where the recording of an occasion is. */
export const RecordingRequest = z.strictObject({
  day: z.iso.date(),
  link: z.url({ protocol: /^https$/, hostname: z.regexes.domain }).check(z.maxLength(webinarLimits.linkMaxLength)),
  /** The link as it was read, null for none: another one is then not replaced unseen. Without it any is replaced. */
  readLink: z.optional(z.nullable(z.string().check(z.maxLength(webinarLimits.linkMaxLength)))),
  /** Whether those who were registered are mailed it. */
  mail: z.boolean(),
});
export type RecordingRequest = z.infer<typeof RecordingRequest>;

import * as z from 'zod/mini';
import { limits } from './limits.ts';
import { Member } from './members.ts';
import { partnerCodes } from './partners.ts';

/** What members ask of a partner's advisors, and the webinars they take part in. */

/** What a consultation can be about. The words beside are what screens and mails say. */
export const consultationTopics = {
  general: 'General questions',
  course: 'Course content',
  schedule: 'Schedule and study mode',
  payment: 'Payment and fees',
  technical: 'Technical requirements',
} as const;
export type ConsultationTopic = keyof typeof consultationTopics;

/** When on the day, on the partner's clock: first and last hour, 24-hour. */
export const consultationSlots = {
  morning: { from: 9, to: 12 },
  afternoon: { from: 13, to: 16 },
  evening: { from: 17, to: 19 },
} as const;
export type ConsultationSlot = keyof typeof consultationSlots;

const topicNames = Object.keys(consultationTopics) as ConsultationTopic[];
const slotNames = Object.keys(consultationSlots) as ConsultationSlot[];

export const ConsultationRequest = z.strictObject({
  partner: z.enum(partnerCodes),
  /** A day on the partner's calendar, `2027-03-01`; today or later. */
  date: z.iso.date(),
  topic: z.enum(topicNames),
  slot: z.enum(slotNames),
});
export type ConsultationRequest = z.infer<typeof ConsultationRequest>;

export const SupportRequest = z.strictObject({
  partner: z.enum(partnerCodes),
  message: z.string().check(z.trim(), z.minLength(1), z.maxLength(limits.supportMessageMaxLength)),
});
export type SupportRequest = z.infer<typeof SupportRequest>;

/** What the member and the advisors call it: "INT-7K4Q-2M9X". */
export const EnquiryAnswer = z.object({ data: z.object({ reference: z.string() }) });
export type EnquiryReceipt = z.infer<typeof EnquiryAnswer>['data'];

/** One change of the field of that name, by a webinar's id, so that two open pages do not undo each other. */
export const WebinarRequest = z.strictObject({
  partner: z.enum(partnerCodes),
  registeredWebinars: z.union([
    z.strictObject({ add: z.string().check(z.minLength(1), z.maxLength(100)) }),
    z.strictObject({ remove: z.string().check(z.minLength(1), z.maxLength(100)) }),
  ]),
});
export type WebinarChange = z.infer<typeof WebinarRequest>['registeredWebinars'];
export const WebinarAnswer = z.object({ data: Member });

/** The ids in `registeredWebinars`; none for a text that is no list of ids. */
export function readWebinarIds(text: string | undefined): string[] {
  try {
    const ids: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : [];
  } catch {
    return [];
  }
}

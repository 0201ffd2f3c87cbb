import * as z from 'zod/mini';
import { limits } from './limits.ts';
import { Member } from './members.ts';
import { partnerCodes } from '../shared/partners.ts';
import { consultationSlots, consultationTopics } from '../shared/request-choices.ts';
import type { ConsultationSlot, ConsultationTopic } from '../shared/request-choices.ts';

/** Also importable from here, where the schemas are needed anyway. */
export { consultationSlots, consultationTopics } from '../shared/request-choices.ts';
export type { ConsultationSlot, ConsultationTopic } from '../shared/request-choices.ts';

/** What members ask of a partner's advisors, and the webinars they take part in. */

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

/** One change of the field of that name, by a webinar's id, so that two open pages do not undo each other. */
export const WebinarRequest = z.strictObject({
  partner: z.enum(partnerCodes),
  registeredWebinars: z.union([
    z.strictObject({ add: z.string().check(z.minLength(1), z.maxLength(100)) }),
    z.strictObject({ remove: z.string().check(z.minLength(1), z.maxLength(100)) }),
  ]),
});
export type WebinarChange = z.infer<typeof WebinarRequest>['registeredWebinars'];
/** `mailed`: whether a mail with a calendar file follows. */
export const WebinarAnswer = z.object({ data: Member, mailed: z.boolean() });

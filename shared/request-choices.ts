/** What a request can say, as plain data: pages need it without the schemas, which weigh 15 kB. */

/** What a consultation can be about, as screens and mails say it. */
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

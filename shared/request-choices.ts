/** Choices of the request forms, as plain data: pages import them without the schema library, which weighs 15 kB. */

/** Topics of a consultation, as screens and mails show them. */
export const consultationTopics = {
  general: 'General questions',
  course: 'Course content',
  schedule: 'Schedule and study mode',
  payment: 'Payment and fees',
  technical: 'Technical requirements',
} as const;
export type ConsultationTopic = keyof typeof consultationTopics;

/** Time slots of a consultation, in the partner's zone: first and last hour, 24-hour. */
export const consultationSlots = {
  morning: { from: 9, to: 12 },
  afternoon: { from: 13, to: 16 },
  evening: { from: 17, to: 19 },
} as const;
export type ConsultationSlot = keyof typeof consultationSlots;

import { buildCalendarFile, findFirstClass } from './calendar-file.ts';
import { courses, type CourseCode } from './courses.ts';
import { formatSchedule } from './format.ts';
import type { Partner } from './partners.ts';
import { senderNameOf } from './sender-name.ts';

/** What the receipt page and mails say of a student's first day. */
export interface FirstDay {
  partner: Partner;
  /** Of the order: a calendar keeps one entry for it. */
  reference: string;
  /** undefined for one that is taught no more. */
  course: CourseCode | undefined;
  cohort: { name: string; startDate: string; schedule: string | null; timeZone: string };
  /** SEQUENCE of the entry (RFC 5545): a calendar keeps the highest. */
  sequence: number;
  madeAt: Date;
  /** The receipt page. */
  url: string;
  /** Whose entry goes; without it the file adds the entry. */
  cancelledFor?: string | undefined;
}

/** The calendar file of a first day, the same from a page and in a mail; undefined where no day is known. */
export function buildFirstDayFile(firstDay: FirstDay): string | undefined {
  const { partner, reference, course, cohort, cancelledFor, ...more } = firstDay;
  const when = findFirstClass(cohort);
  if (!when) return undefined;
  const { name, schedule, timeZone } = cohort;
  return buildCalendarFile({
    ...more,
    uid: `${reference}@intake`,
    when,
    title: `${course ? courses[course].name : name}: first day`,
    description: [name, schedule && formatSchedule(schedule, timeZone), `Reference ${reference}`]
      .filter(Boolean)
      .join('\n'),
    organizer: { name: senderNameOf(partner), email: partner.supportEmail },
    ...(cancelledFor !== undefined && { cancelledFor }),
  });
}

/** SEQUENCE of an entry that may replace that of the first mail, which has 0: it rises with each minute since the payment. */
export const sequenceSince = (paidAt: Date, now: Date): number =>
  1 + Math.max(0, Math.floor((now.getTime() - paidAt.getTime()) / 60_000));

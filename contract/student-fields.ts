import { courseCodeOf, type CourseCode } from '../shared/courses.ts';
import type { Member } from './members.ts';
import type { PaymentInfo } from './payments.ts';
import type { Stage } from './stage.ts';

/**
 * The custom fields of the portal's site (decision 0023): every key, who writes it, and how the site keeps it. Labels,
 * for the site's owner, stand in `config/sites/enrolment.yaml` alone; a test compares the rest with that file. Types
 * are made from this table, so that a key without a row does not compile, in the portal and in enrolment.
 */
export const studentFields = {
  'first-name': { askedIn: 'details' },
  'last-name': { askedIn: 'details' },
  'phone-number': { askedIn: 'details' },
  'course-selected': { askedIn: 'preferences' },
  'education-level': { askedIn: 'elsewhere' },
  'eligibility-status': { writableBy: 'server' },
  stage: { writableBy: 'server', default: '1' },
  'selected-cohort': { askedIn: 'elsewhere' },
  'payment-status': { writableBy: 'server' },
  'payment-info': { writableBy: 'server', hidden: true },
  commitment: { askedIn: 'preferences' },
  'email-notifications': { askedIn: 'email', type: 'boolean', default: 'true' },
  'marketing-emails': { askedIn: 'email', type: 'boolean', default: 'false' },
  registeredWebinars: { askedIn: 'elsewhere', hidden: true },
  source: { writableBy: 'server', hidden: true },
  'download-date': { writableBy: 'server', hidden: true },
  'password-set': { writableBy: 'server', hidden: true, type: 'boolean', derivedFrom: 'has-password' },
} satisfies Record<string, FieldFacts>;

/** Where a student fills a field in: a group of the profile, which then has to show it, or another page. */
export type AskedIn = 'details' | 'preferences' | 'email' | 'elsewhere';

type FieldFacts = { type?: 'boolean'; default?: string; hidden?: true } & (
  | { askedIn: AskedIn }
  | { writableBy: 'server'; derivedFrom?: 'has-password' }
);

type Table = typeof studentFields;
type KeysWith<Facts> = { [Key in keyof Table]: Table[Key] extends Facts ? Key : never }[keyof Table];

/** The key of a field. */
export type StudentField = keyof Table;
/** Fields a student may write, and so the portal for them. The service writes these too. */
export type OwnField = KeysWith<{ askedIn: AskedIn }>;
/** Fields that one group of the profile shows. */
export type FieldAskedIn<Place extends AskedIn> = KeysWith<{ askedIn: Place }>;
/** Fields that are stored. The others are worked out when they are read. */
export type StoredField = Exclude<StudentField, KeysWith<{ derivedFrom: string }>>;

/** A student's fields as they are read. */
export type StudentFields = Partial<Record<StudentField, string>>;
/** A change of fields by a student. */
export type OwnFields = Partial<Record<OwnField, string>>;

/** A member of the portal's site. */
export type StudentMember = Omit<Member, 'customFields'> & { customFields: StudentFields };

/**
 * Constrains what is written to declared keys: `<F extends Only<F, StoredField>>`. A parameter of a plain record type would
 * let an undeclared key pass where an object was made by a spread or returned by a callback.
 */
export type Only<Fields, Key extends string> = {
  [Name in keyof Fields]: Name extends Key ? string : never;
};

/** How far a student has come; undefined for text that is no stage. Records from before the field was declared have none. */
export const stageOf = (fields: StudentFields): Stage | undefined =>
  (['0', '1', '2', '3'] as const).find((stage) => stage === (fields.stage || '0'));

/** Whether the check is behind a student, and a seat may be chosen and paid for. */
export const hasPassedCheck = (fields: StudentFields): boolean => fields.stage === '2' || fields.stage === '3';

/** Whether the service has seen a student pay. It alone writes the field. */
export const hasPaid = (fields: StudentFields): boolean => fields['payment-status'] === 'completed';

/** Whether the check has let a student through. */
export const isPreapproved = (fields: StudentFields): boolean => fields['eligibility-status'] === 'preapproved';

/** The course chosen; both its short code and its long form occur in stored data. */
export const chosenCourseOf = (fields: StudentFields): CourseCode | undefined =>
  courseCodeOf(fields['course-selected']);

/** Id of the cohort chosen; empty where there is none. */
export const chosenCohortOf = (fields: StudentFields): string => fields['selected-cohort'] ?? '';

/**
 * Who a student is, and how to reach them. Names come without the marks that force a direction (UAX #9, 2.1 to 2.4): unclosed,
 * one turns around what stands behind it, on screen, in mails and on paper. Joiners of emoji and of letters stay.
 */
export const personOf = (fields: StudentFields): { firstName: string; lastName: string; phone: string } => ({
  firstName: withoutDirection(fields['first-name']),
  lastName: withoutDirection(fields['last-name']),
  phone: fields['phone-number'] ?? '',
});

const withoutDirection = (name = '') => name.replace(/[\u202a-\u202e\u2066-\u2069]/g, '');

/** The payment kept in a student's record; undefined for text that is no payment. Never throws: a receipt must open. */
export function paymentOf(fields: StudentFields): PaymentInfo | undefined {
  try {
    const info = JSON.parse(fields['payment-info'] ?? '') as Partial<PaymentInfo> | null;
    const isPayment =
      typeof info?.cohortName === 'string' &&
      typeof info.course === 'string' &&
      typeof info.cohortStartDate === 'string' &&
      typeof info.amount === 'number' &&
      !Number.isNaN(Date.parse(info.date ?? ''));
    return isPayment ? (info as PaymentInfo) : undefined;
  } catch {
    return undefined;
  }
}

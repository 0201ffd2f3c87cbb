import { courseCodes, studyModes, type CourseCode, type StudyMode } from '../../../shared/courses.ts';
import type { EducationLevel } from '../../../shared/education-levels.ts';
import { partnerCodes, type PartnerCode } from '../../../shared/partners.ts';
import type { PaymentType } from '../../../contract/payments.ts';

/**
 * How far a student of the demonstration comes. `turned-back`: left the card page. `paying`: is at it now. `settling`:
 * paid by a method that settles later. `unseated`: paid after the cohort had filled.
 */
export type IntakeEnd =
  | 'lead'
  | 'registered'
  | 'advisor'
  | 'eligible'
  | 'chosen'
  | 'turned-back'
  | 'paying'
  | 'settling'
  | 'unseated'
  | 'paid'
  | 'refunded';

/** A student of the demonstration, before they exist. */
export interface PlannedStudent {
  number: number;
  email: string;
  firstName: string;
  lastName: string;
  phone: string;
  partner: PartnerCode;
  course: CourseCode;
  mode: StudyMode;
  educationLevel: EducationLevel;
  paymentType: PaymentType;
  end: IntakeEnd;
  /** Days between their registration and today. */
  registeredDaysAgo: number;
  /** Days from the registration to the order; none later than today. */
  daysToOrder: number;
  /** What they ask the advisors for, if anything. */
  asks: 'consultation' | 'support' | null;
  /** Whether an advisor has answered that. */
  isAnswered: boolean;
}

/** The domain of their addresses: reserved, so that no mail ever reaches a person (RFC 2606). */
export const studentDomain = 'students.example';

/** What becomes of each forty students of a partner, in the order in which they are made. */
const ends = `paid registered paid eligible paid advisor paid turned-back lead paid
   paid chosen refunded registered paid eligible paid paying paid registered
   paid settling paid advisor paid chosen registered turned-back paid lead
   unseated paid eligible paid registered paid turned-back paid advisor refunded`.split(/\s+/) as IntakeEnd[];

/** What happens today, not in the past. */
const happensNow: readonly IntakeEnd[] = ['paying', 'settling', 'unseated'];

const firstNames =
  'Aroha Ben Carmen Daniel Elena Farid Grace Hana Isla Jonas Keiko Liam Mele Nikau Olivia Priya Quinn Rosa Sami Tane Uma Victor Wiremu Yara'.split(
    ' ',
  );
const lastNames =
  'Adams Brown Chen Davies Evans Fraser Garcia Haddad Ito Johnson Kaur Lopez Mitchell Nguyen Okafor Parata Roberts Singh Taylor Walker Young'.split(
    ' ',
  );
const levels: readonly EducationLevel[] = ['level5', 'level6', 'level7', 'level8'];
/** The year of the demonstration, and the slowest decision in it. */
const mostDaysAgo = 330;
const mostDaysToOrder = 14;

/**
 * The students of the demonstration, the same ones each time: seven partners in turn, each with people in every state,
 * more of them lately than a year ago.
 *
 * @param from number of the first
 * @param until number after the last
 */
export const planStudents = (from: number, until: number): PlannedStudent[] =>
  Array.from({ length: until - from }, (_, at) => planStudent(from + at));

function planStudent(number: number): PlannedStudent {
  const draw = drawFrom(number);
  const pick = <T>(values: readonly T[]): T => values[Math.floor(draw() * values.length)]!;
  const end = ends[Math.floor(number / partnerCodes.length) % ends.length]!;
  const [firstName, lastName] = [pick(firstNames), pick(lastNames)];
  const isNow = happensNow.includes(end);
  const registeredDaysAgo = isNow ? Math.floor(draw() * mostDaysToOrder) : Math.floor(mostDaysAgo * draw() ** 1.5) + 1;
  return {
    number,
    email: `${firstName}.${lastName}.${number}@${studentDomain}`.toLowerCase(),
    firstName,
    lastName,
    phone: `+64 21 000 ${String(number).padStart(4, '0')}`,
    partner: partnerCodes[number % partnerCodes.length]!,
    course: pick(courseCodes),
    mode: pick(studyModes),
    educationLevel: end === 'advisor' ? 'level4' : pick(levels),
    paymentType: draw() < 0.6 ? 'full' : 'deposit',
    end,
    registeredDaysAgo,
    daysToOrder: isNow ? registeredDaysAgo : Math.min(Math.floor(draw() * mostDaysToOrder), registeredDaysAgo - 1),
    asks: draw() < 0.15 ? pick(['consultation', 'support'] as const) : null,
    // Some wait, of the last days alone.
    isAnswered: registeredDaysAgo > 4 || (registeredDaysAgo > 1 && draw() < 0.6),
  };
}

/** Numbers from 0 up to 1 that are the same for the same seed (mulberry32). */
function drawFrom(seed: number): () => number {
  let state = seed + 1;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

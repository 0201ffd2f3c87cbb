import { formatMomentIn, formatStart, hasDate } from '../../../../shared/format.ts';
import type { Partner } from '../../../../shared/partners.ts';
import { isDay } from '../../../../shared/zoned-time.ts';
import { shownStart } from '../../catalogue/cohorts.ts';
import type { ToldCohort, ToldOrder } from './told.ts';

/** What becomes of the seat where a part of the payment goes back: a run that is cancelled or was moved asks first. */
export function seatAfterPart(partner: Partner, order: ToldOrder, cohort: ToldCohort): string[] {
  if (cohort.cancelledAt) return [unchosenOf(partner, cohort), ...choiceOf(partner, cohort)];
  if (order.movedFrom !== null) return [unansweredOf(partner, order, cohort), ...moveChoiceOf(partner, order, cohort)];
  return [`Your seat stays yours, and nothing else changes about your ${partner.words.enrolment}.`];
}

/** What has happened to a cancelled run, to a student who has not chosen. */
export const unchosenOf = (partner: Partner, cohort: ToldCohort): string =>
  `${cohort.name}, which was to start ${startOf(partner, shownStart(cohort))}, does not take place, and you have not chosen yet what you want instead.`;

/** What has happened to a moved run, to a student who has not answered. */
export function unansweredOf(partner: Partner, order: ToldOrder, cohort: ToldCohort): string {
  const { happened } = moveOf(partner, order, cohort);
  return `You have not chosen yet what you want now that ${happened.replace(/^We have/, 'we have')}.`;
}

/** Whether a move gave its first day to an intake that was sold without a date. */
export const isFirstDay = ({ movedFrom }: Pick<ToldOrder, 'movedFrom'>): boolean =>
  movedFrom !== null && !hasDate(movedFrom);

/** Whether moves have led back to the first day that the student knows. */
const isMovedBack = ({ movedFrom }: ToldOrder, cohort: ToldCohort): boolean => movedFrom === shownStart(cohort);

/** What has happened to a run: moved to another day, or there and back, or given its first one where it was sold without. */
export function moveOf(partner: Partner, order: ToldOrder, cohort: ToldCohort) {
  const { movedFrom } = order;
  const { name } = cohort;
  const starts = `starts ${startOf(partner, shownStart(cohort))}`;
  if (isFirstDay(order))
    return { headline: `${name} has a first day now`, happened: `${name} has a first day: it ${starts}`, regret: '' };
  if (isMovedBack(order, cohort))
    return {
      headline: `${name} keeps its first day after all`,
      happened: `We have moved ${name} to another day and back: it ${starts} after all`,
      regret: 'We are sorry for the confusion. ',
    };
  const days = movedFrom === null ? `it ${starts}` : `it was to start ${startOf(partner, movedFrom)}, and ${starts}`;
  return {
    headline: `${name} starts on another day`,
    happened: `We have moved ${name}: ${days} now`,
    regret: 'We are sorry for the change. ',
  };
}

/** The three ways on, and what happens to a student who takes none. */
export function moveChoiceOf(partner: Partner, order: ToldOrder, cohort: ToldCohort): string[] {
  const dates = isFirstDay(order) || isMovedBack(order, cohort) ? 'these dates' : 'the new dates';
  return [
    `${untilOf(partner, cohort.answerMoveBy)} you can keep your seat at ${dates}, choose another cohort at the same price, or have all of your money back.`,
    'If we do not hear from you by then, your seat is given back and we refund you in full by ourselves. Until then your seat and your account stay as they are.',
  ];
}

const untilOf = (partner: Partner, moment: Date | null): string =>
  moment
    ? `Until ${formatMomentIn(partner.timeZone, partner, moment.toISOString())}`
    : 'Until your money is on its way back';

/** "on Monday, 1 February 2027", or "in February 2027" as the cohort's start is known. */
export function startOf(partner: Partner, start: string): string {
  const words = formatStart(partner, start);
  if (!hasDate(start)) return 'with the next intake';
  return `${isDay(start) ? 'on' : 'in'} ${words}`;
}

/** The two ways on, and what happens to a student who takes neither. */
export function choiceOf(partner: Partner, { chooseBy }: ToldCohort): string[] {
  return [
    `${untilOf(partner, chooseBy)} you can choose another cohort at the same price, or have all of your money back.`,
    'If we do not hear from you by then, we refund you in full by ourselves. Until then you keep your seat and your account as they are.',
  ];
}

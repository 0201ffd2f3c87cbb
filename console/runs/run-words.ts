import type {
  MoveConsequences,
  RunConsequences,
  RunOutcome,
  RunProgress,
} from '../../contract/console/runs-schemas.ts';
import { hasDate } from '../../shared/format.ts';
import type { Tone } from '../../ui/tones.ts';

/** Students who can still choose: all who have not, where a server of the release before does not tell. */
export const choosingOf = ({ choosing, waiting }: RunProgress['counts']): number => choosing ?? waiting;

/** "12 students", "1 student" */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString()} ${count === 1 ? one : many}`;

/** "NZD 500.00" */
const moneyText = (cents: number, currency: string): string =>
  new Intl.NumberFormat(undefined, { style: 'currency', currency, currencyDisplay: 'code' }).format(cents / 100);

/** What a cancellation does, a sentence each; nothing is said of what there is none of. */
export function consequenceWords(numbers: RunConsequences): string[] {
  const { students, mailed, paidCents, currency, openCheckouts, processing, seatsHeld, cohort } = numbers;
  const lost = students - mailed;
  return [
    `${counted(students, 'student')} with a seat ${students === 1 ? 'chooses' : 'choose'} another cohort or the money back. Until then seat and enrolment stay.`,
    ...(students > 0 ? [`${moneyText(paidCents, currency)} is refunded if all of them want their money back.`] : []),
    ...(mailed > 0
      ? [`${counted(mailed, 'student')} ${mailed === 1 ? 'gets' : 'get'} a mail with the choice and the date.`]
      : []),
    ...(lost > 0
      ? [
          `${counted(lost, 'student')} with a deleted account can not be told, and ${lost === 1 ? 'is' : 'are'} refunded after the date.`,
        ]
      : []),
    ...(openCheckouts > 0
      ? [
          `${counted(openCheckouts, 'open checkout')} ${openCheckouts === 1 ? 'is' : 'are'} ended. Nothing is charged there.`,
        ]
      : []),
    ...(processing > 0
      ? [`${counted(processing, 'payment')} a bank is settling ${processing === 1 ? 'goes' : 'go'} back on arrival.`]
      : []),
    ...(seatsHeld > 0
      ? [`${counted(seatsHeld, 'seat')} held while people pay ${seatsHeld === 1 ? 'is' : 'are'} given back.`]
      : []),
    ...(cohort.partners === null ? ['The cohort is for students of every partner.'] : []),
  ];
}

/** Of the page that moves a run, which gives its first day to one without a date. */
export const moveTitle = ({ name, startDate }: MoveConsequences['cohort']): string =>
  hasDate(startDate) ? `Move ${name}` : `Set the first day of ${name}`;

/** What a move does, a sentence each; nothing is said of what there is none of. */
export function moveWords(numbers: MoveConsequences): string[] {
  const { students, mailed, paidCents, currency, openCheckouts, processing, cohort } = numbers;
  const lost = students - mailed;
  return [
    students === 0
      ? 'No student has a seat, so nobody has to be asked.'
      : `${counted(students, 'student')} with a seat ${students === 1 ? 'keeps' : 'keep'} it at ${hasDate(cohort.startDate) ? 'the new' : 'these'} dates, ${students === 1 ? 'chooses' : 'choose'} another cohort, or the money back.`,
    ...(students > 0
      ? [`Who does not answer is refunded: at most ${moneyText(paidCents, currency)}, if none of them does.`]
      : []),
    ...(mailed > 0
      ? [
          `${counted(mailed, 'student')} ${mailed === 1 ? 'gets' : 'get'} a mail with ${hasDate(cohort.startDate) ? 'both days' : 'the first day'}, the choice and the date.`,
        ]
      : []),
    ...(lost > 0
      ? [
          `${counted(lost, 'student')} with a deleted account can not be told, and ${lost === 1 ? 'is' : 'are'} refunded after the date.`,
        ]
      : []),
    ...(openCheckouts > 0
      ? [
          `${counted(openCheckouts, 'open checkout')} ${openCheckouts === 1 ? 'is' : 'are'} ended, because ${openCheckouts === 1 ? 'its page names' : 'their pages name'} ${hasDate(cohort.startDate) ? 'the old day' : 'no day'}. Nothing is charged there.`,
        ]
      : []),
    ...(processing > 0
      ? [
          `${counted(processing, 'payer')} whose bank is settling the payment ${processing === 1 ? 'is' : 'are'} asked once it arrives; after the date it goes back.`,
        ]
      : []),
  ];
}

/** Why a cohort cannot be cancelled or moved. */
export const obstacleWords: Readonly<Record<NonNullable<RunConsequences['obstacle']>, string>> = {
  cancelled: 'This cohort is cancelled already.',
  begun: 'This cohort has begun. Its orders can be refunded one by one.',
  'beyond-scope': 'This cohort is also for students of partners that are not yours. An owner can do that.',
};

/** What became of a student; null while they may choose. */
export const outcomeWords: Readonly<Record<RunOutcome | 'waiting', { words: string; tone: Tone }>> = {
  waiting: { words: 'Has not chosen', tone: 'warning' },
  keep: { words: 'Keeps the seat', tone: 'success' },
  cohort: { words: 'Another cohort', tone: 'success' },
  refund: { words: 'Money back', tone: 'info' },
  'no-answer': { words: 'Refunded without an answer', tone: 'neutral' },
};

/** A moment as an input of date and time has it, in the reader's zone: `2026-11-30T16:04`. */
export function localMoment(iso: string): string {
  const at = new Date(iso);
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

import type { Order } from '../../contract/payments.ts';
import { hasDate } from '../../shared/format.ts';

/** What the screen says of a move. */
interface MoveWords {
  title: string;
  happened: string;
  /** Heading of the first day as it was; null where no other day was known before. */
  before: string | null;
  /** Heading of the dates as they are now. */
  now: string;
  keep: string;
}

/** The words for a move: to another day, back to the day that the member knows, or to the first one with a date. */
export function moveWords({ cohort, movedRun }: Pick<Order, 'cohort' | 'movedRun'>): MoveWords {
  const these = { now: 'Dates', keep: 'Keep my seat at these dates' };
  if (!hasDate(movedRun!.startDateBefore))
    return {
      ...these,
      title: 'Your cohort has a first day',
      happened: `“${cohort.name}” has a first day now.`,
      before: 'First day until now',
    };
  if (movedRun!.startDateBefore === cohort.startDate)
    return {
      ...these,
      title: 'Your cohort keeps its first day',
      happened: `We have moved “${cohort.name}” to another day and back, and are sorry for the confusion.`,
      before: null,
    };
  return {
    title: 'Your cohort starts on another day',
    happened: `We have moved “${cohort.name}”, and are sorry for the change.`,
    before: 'First day until now',
    now: 'New dates',
    keep: 'Keep my seat at the new dates',
  };
}

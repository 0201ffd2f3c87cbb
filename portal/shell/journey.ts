import type { PartnerWords } from '../../shared/partner-entries.ts';
import type { Stage } from '../../contract/stage.ts';
import type { PageName } from '../../shared/portal-pages.ts';
import type { OrderStanding } from '../session/order.ts';
import type { Standing } from '../session/standing.ts';

export type TaskState = 'Not started' | 'In progress' | 'Done' | 'Cannot start yet';

export interface JourneyTask {
  name: string;
  state: TaskState;
}

/** What the progress card says about a member. */
export interface Journey {
  percent: number;
  nextStep: string;
  /** Where the next step is taken; undefined when nothing is left to do. */
  leadsTo?: PageName | undefined;
  outcome: { label: string; isGood: boolean } | undefined;
  isBroken: boolean;
  tasks: JourneyTask[];
}

type Step = Pick<Journey, 'percent' | 'nextStep' | 'leadsTo'>;

/** What is left to do about money that is on its way or has arrived; paying again is not. */
const afterPaying: Partial<Record<OrderStanding, string>> = {
  processing: 'Wait for your bank',
  unseated: 'Choose what happens',
  refunding: 'Wait for your refund',
  review: 'Wait for our check',
};

/**
 * @param words the partner's spelling
 * @param order how the newest order stands, where that is known
 */
export function journeyOf(
  known: Standing,
  words: Pick<PartnerWords, 'Enrol' | 'Enrolment'>,
  order?: OrderStanding,
): Journey {
  // Who has paid is never asked to go on, whatever the stage says.
  const standing: Standing = known.isPaid ? { ...known, stage: '3' } : known;
  const step = nextStepOf(standing, words, order);
  return {
    ...(step ?? { percent: 0, nextStep: 'Something went wrong', leadsTo: 'eligibility' }),
    outcome: outcomeOf(standing),
    isBroken: step === undefined,
    tasks: step === undefined ? [] : tasksOf(standing, order),
  };
}

function nextStepOf(
  { stage, course }: Standing,
  words: Pick<PartnerWords, 'Enrol' | 'Enrolment'>,
  order?: OrderStanding,
): Step | undefined {
  const wait = stage === '2' && order && afterPaying[order];
  if (wait) return { percent: 75, nextStep: wait, leadsTo: 'paymentSuccess' };
  const steps: Record<Stage, Step> = {
    '0': { percent: 25, nextStep: 'Check Eligibility', leadsTo: 'eligibility' },
    '1': { percent: 25, nextStep: 'Check Eligibility', leadsTo: 'eligibility' },
    '2': course
      ? { percent: 75, nextStep: `${words.Enrol} Now`, leadsTo: 'enrol' }
      : { percent: 50, nextStep: 'Select Course', leadsTo: 'enrol' },
    '3': { percent: 100, nextStep: `${words.Enrolment} Complete` },
  };
  return stage && steps[stage];
}

function outcomeOf({ eligibility, isEligible }: Standing): Journey['outcome'] {
  if (isEligible) return { label: 'Pre-approved', isGood: true };
  if (eligibility === 'advisor') return { label: 'Talk to an industry career consultant', isGood: false };
  return undefined;
}

function tasksOf({ stage, eligibility, course, cohortId }: Standing, order?: OrderStanding): JourneyTask[] {
  const isPast = stage === '2' || stage === '3';
  const done = [isPast, isPast && Boolean(course), isPast && Boolean(course && cohortId), stage === '3'];
  const names = ['Check eligibility', 'Choose course', 'Choose cohort', 'Pay'];
  const first = stage === '3' ? names.length : done.indexOf(false);
  const isPaying = order !== undefined && (order === 'awaiting-payment' || order in afterPaying);
  const isBegun = first === 0 ? eligibility !== '' : first === 3 && isPaying;
  return names.map((name, index) => {
    if (index < first) return { name, state: 'Done' };
    if (index > first) return { name, state: 'Cannot start yet' };
    return { name, state: isBegun ? 'In progress' : 'Not started' };
  });
}

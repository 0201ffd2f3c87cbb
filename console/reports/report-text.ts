import type { HeadName, Holds, ReportName } from '../../contract/console/report-words.ts';
import type { Comparison } from '../../contract/console/reports.ts';
import { courses, type CourseCode } from '../../shared/courses.ts';
import { durationText, funnelSteps, moneyText, numberText } from '../figures/figure-words.ts';
import { dayOf } from '../shell/times.ts';

const kinds: Readonly<Record<string, string>> = {
  lead: 'Course outline',
  consultation: 'Consultation',
  support: 'Question',
};

/** From the step before, in words. */
function stepText(step: string): string {
  const at = funnelSteps.findIndex((each) => each.step === step);
  return `${funnelSteps[at - 1]?.label ?? ''} → ${funnelSteps[at]?.label ?? step}`;
}

const sums: Partial<Record<HeadName, string>> = { week: 'All weeks', course: 'All', kind: 'All' };

/** What a row is about, in words. */
export function headText(name: HeadName, value: string): string {
  if (value === 'all') return sums[name] ?? 'All';
  if (name === 'partner') return value.toUpperCase();
  if (name === 'step') return stepText(value);
  if (name === 'course') return courses[value as CourseCode]?.name ?? value;
  if (name === 'kind') return kinds[value] ?? value;
  if (name !== 'week') return value;
  const [from = '', until = ''] = value.split('/');
  return from === until ? dayOf(from) : `${dayOf(from)} – ${dayOf(until)}`;
}

/** A number in words; a dash for none. @param currency of money */
export function cellText(holds: Holds, value: number | null, currency: string): string {
  if (value === null) return '–';
  if (holds === 'money') return moneyText([{ currency, cents: value }]);
  if (holds === 'time') return durationText(value);
  return holds === 'share' ? `${Math.round(value * 100)}%` : numberText(value);
}

/** What is offered to compare with. */
export const comparisonWords: Readonly<Record<Comparison, string>> = {
  before: 'The time before',
  year: 'A year before',
};

/** Before the number that another is compared with. */
export const beforeWords: Readonly<Record<Comparison, string>> = { before: 'before', year: 'a year before' };

/** What there is nothing of, where a report is empty. */
export const emptyWords: Readonly<Record<ReportName, string>> = {
  funnel: 'No partner is in your scope.',
  money: 'No money came in or went back in this time. A payment appears here in the week it arrives.',
  seats: 'There is no cohort with a date that students of the partners shown may choose.',
  leads: 'No form for a course outline was sent in this time.',
  answers: 'No request came in this time.',
};

import {
  Ban,
  CalendarCheck,
  CalendarClock,
  CircleCheck,
  CirclePlay,
  Flag,
  Hourglass,
  Lock,
  Pencil,
  UsersRound,
} from 'lucide-react';
import { hasDate } from '../../shared/format.ts';
import type { LucideIcon } from 'lucide-react';
import { runStateWords, type CohortRow, type RunState } from '../../contract/console/cohorts-schemas.ts';
import { courseCodes, courses, studyModeNames, studyModes } from '../../shared/courses.ts';
import { Badge } from '../../ui/badge.tsx';
import type { Tone } from '../../ui/tones.ts';
import type { Choice } from '../list/choice.ts';
import { useCurrentPartner } from '../shell/current-partner.ts';
import { dayOf } from '../shell/times.ts';

const looks: Readonly<Record<RunState, { tone: Tone; icon: LucideIcon }>> = {
  draft: { tone: 'neutral', icon: Pencil },
  open: { tone: 'success', icon: CircleCheck },
  closing: { tone: 'warning', icon: Hourglass },
  full: { tone: 'info', icon: UsersRound },
  confirmed: { tone: 'success', icon: CalendarCheck },
  running: { tone: 'info', icon: CirclePlay },
  ended: { tone: 'neutral', icon: Flag },
  cancelled: { tone: 'error', icon: Ban },
  'not-open-yet': { tone: 'neutral', icon: CalendarClock },
  closed: { tone: 'neutral', icon: Lock },
};

/** The state of a cohort, in its word. */
export const StateBadge = ({ state }: { state: RunState }) => <Badge {...looks[state]}>{runStateWords[state]}</Badge>;

/** "UTS, UC", "All partners" */
export const partnersText = (partners: CohortRow['partners']): string =>
  partners?.map((code) => code.toUpperCase()).join(', ') ?? 'All partners';

/** Whether its first day is to come: students read that there is no date yet. */
export const isUndated = ({ startDate, startLabel }: Pick<CohortRow, 'startDate' | 'startLabel'>): boolean =>
  !hasDate(startLabel ?? startDate ?? '');

/** "1 Feb 2027"; what students read of one without a day. */
export const startText = (cohort: Pick<CohortRow, 'startDate' | 'startLabel'>): string =>
  isUndated(cohort) ? 'No date yet' : (cohort.startLabel ?? dayOf(cohort.startDate!));

/** What publishing some cohorts has done. */
export function publishedText(published: number): string {
  if (published === 0)
    return 'None of them is a draft that can be published: students see them, or they have begun or are cancelled';
  return published === 1 ? 'Students see 1 cohort more' : `Students see ${published} cohorts more`;
}

const choicesOf = <Value extends string>(values: readonly Value[], nameOf: (value: Value) => string): Choice[] =>
  values.map((value) => ({ value, label: nameOf(value) }));

export const courseChoices: readonly Choice[] = choicesOf(courseCodes, (code) => courses[code].name);
export const modeChoices: readonly Choice[] = choicesOf(studyModes, (mode) => studyModeNames[mode]);
const stateChoices: readonly Choice[] = Object.entries(runStateWords).map(([value, label]) => ({ value, label }));

/** The values of a cohort list's filters, by their columns. */
export function useCohortChoices() {
  const { codes } = useCurrentPartner();
  return {
    partner: choicesOf(codes, (code) => code.toUpperCase()),
    state: stateChoices,
    course: courseChoices,
    mode: modeChoices,
  };
}

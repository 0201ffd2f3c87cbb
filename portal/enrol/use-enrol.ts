import { useMutation } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useLocation } from 'react-router';
import type { Catalogue } from '../../contract/cohorts.ts';
import type { CourseCode } from '../../contract/courses.ts';
import type { Member } from '../../contract/members.ts';
import type { PaymentType } from '../../contract/payments.ts';
import type { PendingPayment } from '../session/browser-keys.ts';
import { saveFields } from '../session/sign-in.ts';
import { standingOf } from '../session/standing.ts';
import { toast } from '../ui/toast.ts';
import { openStep, readSelection } from './selection.ts';
import { useStepInHistory } from './use-step-in-history.ts';

interface Choice {
  course: string | undefined;
  cohortId: string;
}

/** What is chosen, which step is open, and how to choose. The service keeps every choice, so another device goes on here. */
export function useEnrol(member: Member, { cohorts }: Catalogue) {
  const { asked, goTo } = useStepInHistory();
  const stored: Choice = standingOf(member);
  const saving = useMutation({
    mutationFn: ({ course, cohortId }: Choice) =>
      saveFields({ 'course-selected': course ?? '', 'selected-cohort': cohortId }),
    // One after the other: the last choice must also be the last to be saved.
    scope: { id: 'enrol-choice' },
    onError: () => toast({ title: 'An error occurred while saving selection. Please try again.', kind: 'error' }),
  });
  const selection = readSelection(cohorts, saving.isPending ? saving.variables : stored);
  const retry = useRetry(cohorts, stored, saving.mutate);

  return {
    selection,
    step: openStep(selection, asked),
    goTo,
    retry,
    savingCourse: saving.isPending && saving.variables.cohortId === '' ? saving.variables.course : undefined,
    chooseCourse: (course: CourseCode) => saving.mutate({ course, cohortId: '' }, { onSuccess: () => goTo('cohort') }),
    chooseCohort: (cohortId: string) => saving.mutate({ course: selection.course, cohortId }),
  };
}

export interface Retry {
  /** How the last attempt was to be paid. */
  paymentType: PaymentType;
  /** Whether its cohort can still be taken. */
  isPossible: boolean;
}

/**
 * Takes up an attempt the cancel page hands over. What it says is only a wish: history can be old or made up,
 * so course and cohort must still be on offer, the box is ticked again, and nothing is paid by itself.
 */
function useRetry(cohorts: Catalogue['cohorts'], stored: Choice, save: (choice: Choice) => void): Retry | undefined {
  const state = useLocation().state as { retryPayment?: unknown; paymentData?: Partial<PendingPayment> } | null;
  const wish = state?.retryPayment === true ? state.paymentData : undefined;
  const { course, cohort } = readSelection(cohorts, { course: wish?.course, cohortId: wish?.cohortId });
  const isNew = cohort !== undefined && (cohort.id !== stored.cohortId || course !== stored.course);

  useEffect(() => {
    if (isNew) save({ course, cohortId: cohort.id });
    // Only on arrival: later choices are the member's own.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, []);

  if (!wish) return undefined;
  return { paymentType: wish.paymentType === 'deposit' ? 'deposit' : 'full', isPossible: cohort !== undefined };
}

import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { Catalogue } from '../../contract/cohorts.ts';
import type { CourseCode } from '../../shared/courses.ts';
import type { StudentMember } from '../../contract/student-fields.ts';
import type { PaymentType } from '../../contract/payments.ts';
import { enrolMessages } from '../messages/enrol.ts';
import { usePartner } from '../partner/partner.tsx';
import type { PendingPayment } from '../session/browser-keys.ts';
import { leaveIfSignedOut } from '../session/session-lost.ts';
import { saveFields } from '../session/sign-in.ts';
import { standingOf } from '../session/standing.ts';
import { findToldObstacle } from '../session/told-obstacle.ts';
import { toast } from '../../ui/toast.ts';
import { sendOnceOnline } from './send-once-online.ts';
import { openStep, readSelection, type Selection } from './selection.ts';
import { useIsShown } from './use-is-shown.ts';
import { useStepInHistory } from './use-step-in-history.ts';

interface Choice {
  course: string | undefined;
  cohortId: string;
}

/** What is chosen, which step is open, and how to choose. The service keeps every choice, so another device goes on here. */
export function useEnrol(member: StudentMember, { cohorts }: Catalogue) {
  const { asked, goTo } = useStepInHistory();
  const stored: Choice = standingOf(member);
  const { choice, saving, save } = useSavedChoice(stored);
  const selection = readSelection(cohorts, choice);
  const retry = useRetry(cohorts, stored, save);
  // Arriving opens the furthest step. From then on only a press moves on: choosing a cohort must not whisk it away.
  const [arrivedAt] = useState(() => openStep(selection, undefined));
  const wanted = asked ?? (retry?.isPossible ? undefined : arrivedAt);
  const step = openStep(selection, wanted);
  // Nor must it where one stood further before the chosen cohort had gone.
  const gone = findGone(cohorts, { selection, choice, retry });
  // One that is held for others may come back, and the page with it.
  const isBack = wanted !== undefined && wanted !== step && gone !== 'cohortHeld';
  useEffect(() => {
    if (isBack) goTo(step, { replace: true });
    // Once for each step that closes.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [isBack, step]);

  return {
    selection,
    step,
    goTo,
    retry,
    gone,
    /** A choice is on its way to the service. */
    saving,
    /** The course whose choice is on its way to the service. */
    savingCourse: saving && choice.cohortId === '' ? selection.course : undefined,
    async chooseCourse(course: CourseCode): Promise<void> {
      if (await save({ course, cohortId: '' })) goTo('cohort');
    },
    chooseCohort: (cohortId: string) => void save({ course: selection.course, cohortId }),
  };
}

/** The message for a cohort that was chosen and cannot be taken any more. */
export type GoneMessage = 'lastAttemptGone' | 'cohortGone' | 'cohortHeld';

interface Chosen {
  selection: Selection;
  choice: Choice;
  retry: Retry | undefined;
}

function findGone(
  cohorts: Catalogue['cohorts'],
  { selection: { course, cohort }, choice: { cohortId }, retry }: Chosen,
): GoneMessage | undefined {
  if (retry && !retry.isPossible) return 'lastAttemptGone';
  if (cohortId === '' || course === undefined || cohort !== undefined) return undefined;
  const chosen = cohorts.find(({ id }) => id === cohortId);
  return chosen && findToldObstacle(chosen) === 'held' ? 'cohortHeld' : 'cohortGone';
}

/** Shows a choice at once and saves it behind; one that could not be saved is taken back and said so. */
function useSavedChoice(stored: Choice) {
  const partner = usePartner();
  const navigate = useNavigate();
  const [choice, setChoice] = useState<Choice>();
  const [saving, setSaving] = useState(false);
  const lastSave = useRef<Promise<unknown>>(Promise.resolve());
  const isShown = useIsShown();

  async function save(next: Choice): Promise<boolean> {
    setChoice(next);
    setSaving(true);
    // One after the other: the last choice must also be the last to be saved.
    const turn = lastSave.current.then(() =>
      sendOnceOnline(() => saveFields({ 'course-selected': next.course ?? '', 'selected-cohort': next.cohortId })),
    );
    lastSave.current = turn.catch(() => undefined);
    try {
      await turn;
      // It may have waited for a connection, and its page may be left.
      return isShown.current;
    } catch (error) {
      if (leaveIfSignedOut(error, partner, navigate)) return false;
      setChoice((latest) => (latest === next ? undefined : latest));
      toast(enrolMessages.selectionNotSaved);
      return false;
    } finally {
      setSaving(false);
    }
  }

  return { choice: choice ?? stored, saving, save };
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
function useRetry(
  cohorts: Catalogue['cohorts'],
  stored: Choice,
  save: (choice: Choice) => Promise<boolean>,
): Retry | undefined {
  const state = useLocation().state as { retryPayment?: unknown; paymentData?: Partial<PendingPayment> } | null;
  const wish = state?.retryPayment === true ? state.paymentData : undefined;
  const { course, cohort } = readSelection(cohorts, { course: wish?.course, cohortId: wish?.cohortId });
  const isNew = cohort !== undefined && (cohort.id !== stored.cohortId || course !== stored.course);

  useEffect(() => {
    if (isNew) void save({ course, cohortId: cohort.id });
    // Only on arrival: later choices are the member's own.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, []);

  if (!wish) return undefined;
  return { paymentType: wish.paymentType === 'deposit' ? 'deposit' : 'full', isPossible: cohort !== undefined };
}

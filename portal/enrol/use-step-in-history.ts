import { useLocation, useNavigate } from 'react-router';
import { enrolSteps } from './selection.ts';
import type { EnrolStep } from './selection.ts';

/** Marks entries of this visit. After a reload the saved choices decide again where one stands. */
const visit = performance.timeOrigin;

/**
 * The step asked for lives in the browser's history, so that the browser's Back goes one step back and loses nothing.
 *
 * @returns `asked` undefined on arrival, except from a page that hands over the step to begin with as `startAt`
 */
export function useStepInHistory() {
  const navigate = useNavigate();
  const state = useLocation().state as { step?: unknown; visit?: unknown; startAt?: unknown } | null;
  const wanted = state?.visit === visit ? state.step : state?.startAt;
  const asked = enrolSteps.find((step) => step === wanted);
  const goTo = (step: EnrolStep, { replace = false } = {}) =>
    void navigate('.', { state: { step, visit }, preventScrollReset: true, replace });
  return { asked, goTo };
}

import { useLocation, useNavigate } from 'react-router';
import { enrolSteps } from './selection.ts';
import type { EnrolStep } from './selection.ts';

/** Marks entries of this visit. After a reload the saved choices decide again where one stands. */
const visit = performance.timeOrigin;

/**
 * The step asked for lives in the browser's history, so that the browser's Back goes one step back and loses nothing.
 *
 * @returns `asked` undefined on arrival
 */
export function useStepInHistory() {
  const navigate = useNavigate();
  const state = useLocation().state as { step?: unknown; visit?: unknown } | null;
  const asked = state?.visit === visit ? enrolSteps.find((step) => step === state.step) : undefined;
  const goTo = (step: EnrolStep) => void navigate('.', { state: { step, visit }, preventScrollReset: true });
  return { asked, goTo };
}

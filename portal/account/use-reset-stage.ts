import { useLocation, useNavigate } from 'react-router';

type ResetStage = 'ask' | 'change' | 'done';

/** Where a reset stands lives in the browser's history: a reload stays there, Back leads back. */
export function useResetStage() {
  const navigate = useNavigate();
  const state = useLocation().state as { stage?: ResetStage; email?: string } | null;
  const goTo = (stage: ResetStage, email: string) =>
    void navigate('.', { state: { stage, email }, replace: stage === 'done', preventScrollReset: true });
  return { stage: state?.stage ?? 'ask', email: state?.email ?? '', goTo };
}

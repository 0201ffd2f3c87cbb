import { useRef, useState } from 'react';
import { useModal } from '../modal-context.ts';

/** Runs one call at a time for a form; what fails is told at the top, and what was typed stays. */
export function useRequest() {
  const { tell } = useModal();
  const [pending, setPending] = useState(false);
  const running = useRef(false);
  async function run(act: () => Promise<void>): Promise<void> {
    if (running.current) return;
    running.current = true;
    setPending(true);
    tell(undefined, 'error');
    try {
      await act();
    } catch (error) {
      tell((error as Error).message, 'error');
    } finally {
      running.current = false;
      setPending(false);
    }
  }
  return { pending, run };
}

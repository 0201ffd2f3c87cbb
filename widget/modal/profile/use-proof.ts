import { useCallback, useState } from 'react';
import { useModal } from '../modal-context.ts';

export interface Proof {
  /** Given while the member is asked to prove who they are; to be called with how that ended. */
  answer: ((isProved: boolean) => void) | undefined;
  /**
   * Runs an act; where the service wants a recent proof first, asks for one and runs the act again.
   *
   * @throws what the act throws, the refusal too where the member would not
   */
  withProof: <Result>(act: () => Promise<Result>) => Promise<Result>;
}

/** Step-up within the profile (decision 0035). */
export function useProof(): Proof {
  const { client } = useModal();
  const [answer, setAnswer] = useState<Proof['answer']>();

  const withProof: Proof['withProof'] = useCallback(
    async (act) => {
      try {
        return await act();
      } catch (error) {
        // A client that is not ours may lack the call; its page then shows the refusal's own sentence.
        const mayAsk = typeof client.proveMember === 'function';
        if (!mayAsk || (error as { code?: unknown }).code !== 'recent-login-required') throw error;
        const isProved = await new Promise<boolean>((resolve) => setAnswer(() => resolve));
        setAnswer(undefined);
        if (!isProved) throw error;
        return act();
      }
    },
    [client],
  );
  return { answer, withProof };
}

import { useQueryClient } from '@tanstack/react-query';
import { createContext, useCallback, useContext, useRef, useState, type ReactNode } from 'react';
import { isRefusal } from './message-of.ts';
import { meQuery } from './me.ts';
import { ProofDialog } from './proof-dialog.tsx';

/** Runs an act; where it needs a fresh proof of who is there, asks for one first. */
export type WithProof = <Result>(act: () => Promise<Result>) => Promise<Result | undefined>;

const ProofContext = createContext<WithProof | undefined>(undefined);

/** Has the dialog ready that asks for a fresh proof. */
export function ProofProvider({ children }: { children: ReactNode }) {
  const [isAsking, setAsking] = useState(false);
  const settle = useRef<(isProven: boolean) => void>(undefined);
  const queryClient = useQueryClient();

  const end = (isProven: boolean) => {
    setAsking(false);
    settle.current?.(isProven);
    if (isProven) void queryClient.invalidateQueries({ queryKey: meQuery.queryKey });
  };
  const withProof = useCallback<WithProof>(async (act) => {
    try {
      return await act();
    } catch (error) {
      if (!isRefusal(error, 'recent-login-required')) throw error;
      const isProven = await new Promise<boolean>((resolve) => {
        settle.current = resolve;
        setAsking(true);
      });
      return isProven ? act() : undefined;
    }
  }, []);

  return (
    <ProofContext value={withProof}>
      {children}
      {isAsking && <ProofDialog onEnd={end} />}
    </ProofContext>
  );
}

/**
 * For calls that need a fresh proof. Answers what the act answers, and undefined where the person did not prove
 * themselves.
 */
export function useWithProof(): WithProof {
  const withProof = useContext(ProofContext);
  if (!withProof) throw new Error('The frame provides the dialog that asks for a proof.');
  return withProof;
}

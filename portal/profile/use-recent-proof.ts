import { useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { RequestError } from '../../client/request.ts';
import { usePartner } from '../partner/partner.tsx';
import { leaveIfSignedOut } from '../session/session-lost.ts';

export interface RecentProof {
  /** The member is being asked to prove who they are. */
  isAsking: boolean;
  /**
   * Makes a call; where the service wants a recent proof first, asks for one and makes the call again.
   *
   * @returns false where the member would not, or is logged out by now
   * @throws what the call throws otherwise
   */
  withProof: (call: () => Promise<unknown>) => Promise<boolean>;
  /** Ends the asking. */
  answer: (isProved: boolean) => void;
}

/** Step-up: what changes a way in or ends sessions needs a proof of the last few minutes (decision 0035). */
export function useRecentProof(): RecentProof {
  const partner = usePartner();
  const navigate = useNavigate();
  const [isAsking, setAsking] = useState(false);
  const settle = useRef<(isProved: boolean) => void>(undefined);

  const askForProof = () =>
    new Promise<boolean>((resolve) => {
      settle.current = resolve;
      setAsking(true);
    });

  async function withProof(call: () => Promise<unknown>): Promise<boolean> {
    try {
      await call();
      return true;
    } catch (error) {
      if (leaveIfSignedOut(error, partner, navigate)) return false;
      const isRefused = error instanceof RequestError && error.code === 'recent-login-required';
      if (!isRefused) throw error;
      return (await askForProof()) && withProof(call);
    }
  }

  return {
    isAsking,
    withProof,
    answer(isProved) {
      setAsking(false);
      settle.current?.(isProved);
    },
  };
}

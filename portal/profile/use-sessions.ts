import { useState } from 'react';
import type { OwnSession } from '../../contract/sessions.ts';
import { securityMessages } from '../messages/security.ts';
import type { Question } from '../session/answers.ts';
import { messageOf } from '../session/message-of.ts';
import { security } from '../session/security-client.ts';
import { useAnswer } from '../session/use-answer.ts';
import { deviceOf } from './session-words.ts';
import type { RecentProof } from './use-recent-proof.ts';

const sessionsQuestion: Question<OwnSession[]> = {
  name: 'sessions',
  ask: async () => (await security.getSessions()).data,
  freshMs: 10_000,
};

export interface Sessions {
  /** undefined until it is known; the one that asks first. */
  list: OwnSession[] | undefined;
  isMissing: boolean;
  /** The id of the session being ended, or `others`. */
  ending: string | undefined;
  /** How the last ending went. */
  outcome: { isDone: boolean; text: string } | undefined;
  refetch: () => void;
  end: (session: OwnSession) => void;
  endOthers: () => void;
}

/** Where the member is logged in. @param isShown whether the list is on screen: it is fetched only then */
export function useSessions(isShown: boolean, { isAsking, withProof }: RecentProof): Sessions {
  const { data, isError, refetch } = useAnswer(sessionsQuestion, { enabled: isShown });
  const [ending, setEnding] = useState<string>();
  const [outcome, setOutcome] = useState<Sessions['outcome']>();

  async function run(what: string, call: () => Promise<unknown>, done: string): Promise<void> {
    if (ending !== undefined) return;
    setEnding(what);
    setOutcome(undefined);
    try {
      if (await withProof(call)) setOutcome({ isDone: true, text: done });
    } catch (error) {
      setOutcome({ isDone: false, text: messageOf(error, securityMessages.notEnded) });
    } finally {
      setEnding(undefined);
      refetch();
    }
  }

  return {
    list: data?.toSorted((one, other) => Number(other.current) - Number(one.current)),
    isMissing: data === undefined && isError,
    // While the member is asked for a proof, nothing is under way.
    ending: isAsking ? undefined : ending,
    outcome,
    refetch,
    end: (session) =>
      void run(session.id, () => security.endSession({ id: session.id }), securityMessages.ended(deviceOf(session))),
    endOthers: () => void run('others', () => security.endOtherSessions(), securityMessages.othersEnded),
  };
}

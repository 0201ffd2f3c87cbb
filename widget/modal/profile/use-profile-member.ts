import { useCallback, useEffect, useRef, useState } from 'react';
import { useMember } from '../../../client/react.ts';
import type { Member } from '../../../contract/members.ts';
import { useModal } from '../modal-context.ts';

/** Runs an act that may be refused with `login-required`, because the session has ended. */
export type During = <Result>(act: () => Promise<Result>) => Promise<Result>;

/**
 * The member whose profile is shown: what is known at once, and what the service says then. After a log-out on the page
 * or in another tab the dialog closes, and where another member takes the session over: what was typed and fetched is
 * not for them. Where the service says that the session has ended, the dialog asks for a new log-in.
 *
 * @returns undefined until the member is known; a way to ask again, once that has failed; a way to sign them out here
 * without closing the dialog, and the way in which every other call is made
 */
export function useProfileMember() {
  const { client, close, logInAgain, fail } = useModal();
  const known = useMember(client);
  const [last, setLast] = useState<Member>();
  if (known && known !== last) setLast(known);
  const [hasFailed, setFailed] = useState(false);
  const { runs: isAsking, during: asking } = useDuring();
  const { runs: isLeaving, during: leaving } = useDuring();

  useEffect(() => {
    if (client.knownMember() === null) return close();
    const { unsubscribe } = client.onAuthChange((member, isOver) => {
      const isSame = member && (!last || last.id === member.id);
      if (isSame || isLeaving()) return;
      // A client that is not ours does not say so; then it is so where a call of the dialog has met it.
      if (!member && (isOver || isAsking())) logInAgain(last);
      else close();
    });
    return unsubscribe;
  }, [client, close, logInAgain, last, isAsking, isLeaving]);

  const ask = useCallback(() => {
    asking(() => client.getCurrentMember()).then(
      () => setFailed(false),
      (error: unknown) => {
        if (client.knownMember()) return;
        setFailed(true);
        fail(error);
      },
    );
  }, [client, asking, fail]);
  useEffect(() => {
    ask();
    addEventListener('online', ask);
    return () => removeEventListener('online', ask);
  }, [ask]);
  return { member: known ?? last, askAgain: hasFailed ? ask : undefined, asking, leaving };
}

/** Knows at each moment whether anything runs; what is drawn does not change by it. */
function useDuring(): { runs: () => boolean; during: During } {
  const running = useRef(0);
  const runs = useCallback(() => running.current > 0, []);
  const during: During = useCallback(async (act) => {
    running.current += 1;
    try {
      return await act();
    } finally {
      running.current -= 1;
    }
  }, []);
  return { runs, during };
}

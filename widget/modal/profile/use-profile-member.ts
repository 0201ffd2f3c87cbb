import { useCallback, useEffect, useRef, useState } from 'react';
import { useMember } from '../../../client/react.ts';
import type { Member } from '../../../contract/members.ts';
import { useModal } from '../modal-context.ts';

/**
 * The member whose profile is shown: what is known at once, and what the service says then. After a log-out in
 * any tab the dialog closes.
 *
 * @returns undefined until the member is known; beside it, a way to sign them out here without closing the dialog
 */
export function useProfileMember() {
  const { client, close, tell, label } = useModal();
  const known = useMember(client);
  const [last, setLast] = useState<Member>();
  if (known && known !== last) setLast(known);
  const isLeaving = useRef(false);
  useEffect(() => {
    if (known === null && !isLeaving.current) close();
  }, [known, close]);
  useEffect(() => {
    client.getCurrentMember().catch((error: Error) => {
      if (!client.knownMember()) tell(error.message || label('something_went_wrong'), 'error');
    });
  }, [client, tell, label]);
  const leaving = useCallback(async <Result>(act: () => Promise<Result>): Promise<Result> => {
    isLeaving.current = true;
    try {
      return await act();
    } finally {
      isLeaving.current = false;
    }
  }, []);
  return { member: known ?? last, leaving };
}

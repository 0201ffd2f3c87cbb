import { useQueryClient } from '@tanstack/react-query';
import { Clock } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { Button } from '../../ui/button.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { signInPath } from '../session/guard.ts';
import { meQuery, useMe, useWatchedSession } from '../session/me.ts';
import { clockTime } from './times.ts';
import { useNow } from './use-now.ts';

/** Milliseconds before its end in which a session's end is announced. */
const announcedMs = 5 * 60_000;
const lookEveryMs = 5_000;

/** Announces the end of the session while there is time to do something about it. */
export function SessionEnd() {
  useWatchedSession();
  const { session } = useMe();
  const { pathname, search } = useLocation();
  const queryClient = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const nowMs = useNow(lookEveryMs);
  const [endMs, idleMs] = [Date.parse(session.endsAt), Date.parse(session.idleEndsAt)];
  const isLast = endMs <= idleMs;
  const leftMs = Math.min(endMs, idleMs) - nowMs;

  // The next look at the server says so by itself; a page that is looked at should not wait for it.
  const isOver = leftMs <= 0;
  useEffect(() => {
    if (isOver) void queryClient.invalidateQueries({ queryKey: ['me', 'watched'] });
  }, [isOver, queryClient]);

  async function stay() {
    setAsking(true);
    await queryClient.fetchQuery({ ...meQuery, staleTime: 0 }).catch(() => undefined);
    setAsking(false);
  }

  const isNear = leftMs < announcedMs;
  return (
    <div role="status">
      {isNear && (
        <div className="flex flex-wrap items-center justify-center gap-x-4 gap-y-1 border-b border-line bg-info-tint px-4 py-2">
          <span className="inline-flex items-center gap-2">
            <Clock className="size-4 shrink-0 text-info" aria-hidden="true" />
            {isLast
              ? `This session ends at ${clockTime(endMs)}. Save what you are writing, and sign in again.`
              : `You will be signed out at ${clockTime(idleMs)}, because nothing was done for a while.`}
          </span>
          {isLast ? (
            <TextLink to={signInPath(pathname + search, 'again')}>Sign in again</TextLink>
          ) : (
            <Button look="link" loading={isAsking} onClick={() => void stay()}>
              Stay signed in
            </Button>
          )}
        </div>
      )}
    </div>
  );
}

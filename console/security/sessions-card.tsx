import { queryOptions, useQuery } from '@tanstack/react-query';
import { MonitorSmartphone } from 'lucide-react';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { send } from '../session/client.ts';
import { momentOf, timeAgo } from '../shell/times.ts';
import { Awaited, Part } from './part.tsx';
import { useOwnChange } from './use-own-change.ts';

const sessionsQuery = queryOptions({
  queryKey: ['me', 'sessions'],
  queryFn: async () => (await send('GET /console/api/me/sessions')).data,
});

const ways = {
  passkey: 'by passkey',
  authenticator: 'by password and app',
  'recovery-code': 'by password and recovery code',
} as const;

/** Where one is signed in: to end one, or all others. */
export function SessionsCard() {
  const sessions = useQuery(sessionsQuery);
  const { change, isPending } = useOwnChange();
  const others = sessions.data?.filter(({ current }) => !current) ?? [];
  return (
    <Part
      id="sessions"
      title="Where you are signed in"
      about="End what you do not know, then set a new password."
      action={
        others.length > 0 && (
          <Button
            look="outline"
            loading={isPending}
            onClick={() =>
              void change(() => send('POST /console/api/me/sessions/end-others'), 'You are signed in here alone')
            }
          >
            End all others
          </Button>
        )
      }
    >
      {!sessions.data && <Awaited error={sessions.error} />}
      <ul className="divide-y divide-line">
        {sessions.data?.map(({ id, device, startedAt, lastUsedAt, way, current }) => (
          <li key={id} className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
            <MonitorSmartphone className="size-5 shrink-0 text-muted" aria-hidden="true" />
            <div className="min-w-0 flex-1 basis-[12rem]">
              <p className="font-semibold">{device || 'An unknown browser'}</p>
              <p className="text-sm text-muted">
                Signed in {momentOf(startedAt)} {ways[way]}, last used {timeAgo(lastUsedAt)}
              </p>
            </div>
            {current ? (
              <Badge tone="success">This one</Badge>
            ) : (
              <Button
                look="link"
                loading={isPending}
                onClick={() =>
                  void change(
                    () => send('DELETE /console/api/me/sessions/:id', undefined, { id }),
                    'That session has ended',
                  )
                }
              >
                End<span className="sr-only"> the session on {device || 'an unknown browser'}</span>
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Part>
  );
}

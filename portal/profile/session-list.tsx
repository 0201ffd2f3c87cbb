import { Monitor, Smartphone } from 'lucide-react';
import { useId } from 'react';
import type { OwnSession } from '../../contract/sessions.ts';
import { securityMessages } from '../messages/security.ts';
import { usePartner } from '../partner/partner.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { beginOf, deviceOf, isHandheld, lastUseOf } from './session-words.ts';
import type { Sessions } from './use-sessions.ts';

/** Where the member is logged in, each with a way to end it. */
export function SessionList({ sessions }: { sessions: Sessions }) {
  const headingId = useId();
  const { list, isMissing, ending, outcome, refetch, endOthers } = sessions;
  return (
    <section aria-labelledby={headingId}>
      <h2 id={headingId} className="text-h3">
        Where you are logged in
      </h2>
      <p className="mt-1 text-muted">End a session that is not yours, and change your password.</p>
      {isMissing && (
        <div className="mt-6">
          <Notice tone="error" role="alert">
            <p>{securityMessages.listFailed}</p>
            <Button look="link" onClick={refetch}>
              Try again
            </Button>
          </Notice>
        </div>
      )}
      {!list && !isMissing && <Skeleton className="mt-6 h-28 w-full" />}
      {list && (
        <ul className="mt-6 divide-y divide-line rounded-xl border border-line bg-white">
          {list.map((session) => (
            <SessionRow key={session.id} session={session} sessions={sessions} />
          ))}
        </ul>
      )}
      <div className="mt-6 flex flex-col gap-3 sm:flex-row sm:items-center sm:gap-5">
        {list && list.length > 1 && (
          <Button look="outline" loading={ending === 'others'} onClick={endOthers} className="shrink-0">
            End All Other Sessions
          </Button>
        )}
        <p role="status" className="min-h-6 text-sm text-muted">
          {outcome?.isDone && outcome.text}
        </p>
      </div>
      <div role="alert">
        {outcome && !outcome.isDone && (
          <Notice tone="error">
            <p>{outcome.text}</p>
          </Notice>
        )}
      </div>
    </section>
  );
}

function SessionRow({ session, sessions: { ending, end } }: { session: OwnSession; sessions: Sessions }) {
  const partner = usePartner();
  const Icon = isHandheld(session) ? Smartphone : Monitor;
  const begun = beginOf(partner, session);
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-3 p-4 sm:flex-nowrap sm:px-5">
      <span className="grid size-10 shrink-0 place-items-center rounded-full bg-tint text-brand">
        <Icon className="size-5" aria-hidden="true" />
      </span>
      <div className="min-w-0 flex-1 basis-48">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-semibold">
          {deviceOf(session)}
          {session.current && <Badge tone="success">This browser</Badge>}
        </p>
        <p className="mt-1 text-sm text-muted">{lastUseOf(partner, session)}</p>
        <p className="text-sm text-muted">{begun}</p>
      </div>
      {!session.current && (
        <Button
          look="outline"
          className="ml-14 min-h-11 px-4 py-2 sm:ml-0"
          loading={ending === session.id}
          aria-label={`End session: ${deviceOf(session)}, ${begun}`}
          onClick={() => end(session)}
        >
          End session
        </Button>
      )}
    </li>
  );
}

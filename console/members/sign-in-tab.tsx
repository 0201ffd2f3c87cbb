import { MonitorSmartphone } from 'lucide-react';
import type { ShownMember } from '../../contract/console/members-schemas.ts';
import { Button } from '../../ui/button.tsx';
import { send } from '../session/client.ts';
import { useMay } from '../session/me.ts';
import { momentOf, timeAgo } from '../shell/times.ts';
import { FactorsPart } from './factors-part.tsx';
import type { MemberPlace } from './member-queries.ts';
import { useMemberChange } from './use-member-change.ts';

interface SignInTabProps {
  place: MemberPlace;
  member: ShownMember;
}

const ways = { password: 'by password', code: 'by mailed code', provider: 'with', passkey: 'by passkey' } as const;

/** How the member comes in, and where they are logged in. */
export function SignInTab({ place, member }: SignInTabProps) {
  const mayChange = useMay('change-members');
  const { run, isPending } = useMemberChange(place);
  const { auth, address, sessions } = member;
  const methods = [
    auth.hasPassword ? 'Password' : 'No password',
    'Mailed code',
    ...auth.providers.map(({ provider }) => provider),
  ];
  const reset = () =>
    run(
      () => send('POST /console/api/sites/:siteId/members/:memberId/password-reset', undefined, { ...place }),
      `${address.email} gets a code and a link`,
    );
  const endAll = () =>
    run(
      () => send('DELETE /console/api/sites/:siteId/members/:memberId/sessions', undefined, { ...place }),
      'The member is logged out everywhere',
    );
  const end = (sessionId: string) =>
    run(
      () =>
        send('DELETE /console/api/sites/:siteId/members/:memberId/sessions/:sessionId', undefined, {
          ...place,
          sessionId,
        }),
      'That session has ended',
    );
  return (
    <div className="flex max-w-[46rem] flex-col gap-6">
      <section>
        <h2>Ways in</h2>
        <p className="mt-1">{methods.join(', ')}</p>
        {mayChange && (
          <p className="mt-2 flex flex-wrap gap-x-6 gap-y-2">
            <Button look="link" loading={isPending} onClick={() => void reset()}>
              Mail a code for a new password
            </Button>
          </p>
        )}
      </section>
      <FactorsPart place={place} member={member} />
      <section>
        <div className="flex flex-wrap items-center justify-between gap-3">
          <h2>Sessions</h2>
          {mayChange && sessions.length > 0 && (
            <Button look="outline" loading={isPending} onClick={() => void endAll()}>
              Log out everywhere
            </Button>
          )}
        </div>
        {sessions.length === 0 && <p className="mt-1 text-muted">The member is logged in nowhere.</p>}
        <ul className="mt-2 divide-y divide-line">
          {sessions.map(({ id, device, startedAt, lastUsedAt, way, provider }) => (
            <li key={id} className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
              <MonitorSmartphone className="size-5 shrink-0 text-muted" aria-hidden="true" />
              <div className="min-w-0 flex-1 basis-[12rem]">
                <p className="font-semibold">{device || 'An unknown browser'}</p>
                <p className="text-sm text-muted">
                  Since {momentOf(startedAt)}
                  {way && ` ${ways[way]} ${provider ?? ''}`}, last used {timeAgo(lastUsedAt)}
                </p>
              </div>
              {mayChange && (
                <Button look="link" loading={isPending} onClick={() => void end(id)}>
                  End<span className="sr-only"> the session on {device || 'an unknown browser'}</span>
                </Button>
              )}
            </li>
          ))}
        </ul>
      </section>
    </div>
  );
}

import { useState } from 'react';
import type { ShownMember } from '../../contract/console/members-schemas.ts';
import { Button } from '../../ui/button.tsx';
import { send } from '../session/client.ts';
import { useMay } from '../session/me.ts';
import { ActDialog } from '../shell/act-dialog.tsx';
import { dateOf, timeAgo } from '../shell/times.ts';
import type { MemberPlace } from './member-queries.ts';
import { useMemberChange } from './use-member-change.ts';

interface FactorsPartProps {
  place: MemberPlace;
  member: ShownMember;
}

/** What the member has set up beside their password, and its removal for who has lost it. */
export function FactorsPart({ place, member }: FactorsPartProps) {
  const mayChange = useMay('change-members');
  const [isAsking, setAsking] = useState(false);
  const { keep, refresh } = useMemberChange(place);
  const { passkeys, authenticator, recoveryCodes } = member.secondFactor;
  const hasAny = passkeys.length > 0 || authenticator;
  return (
    <section>
      <h2>Second step</h2>
      {!hasAny && <p className="mt-1 text-muted">None is set up.</p>}
      <ul className="mt-1">
        {passkeys.map(({ id, name, domain, createdAt, lastUsedAt }) => (
          <li key={id} className="wrap-anywhere">
            Passkey “{name}” for {domain}, since {dateOf(createdAt)},{' '}
            {lastUsedAt ? `last used ${timeAgo(lastUsedAt)}` : 'not used yet'}
          </li>
        ))}
        {authenticator && <li>Authenticator app</li>}
        {hasAny && (
          <li>{recoveryCodes === 1 ? '1 recovery code is left' : `${recoveryCodes} recovery codes are left`}</li>
        )}
      </ul>
      {mayChange && hasAny && (
        <Button look="link" className="mt-2" onClick={() => setAsking(true)}>
          Remove the second step
        </Button>
      )}
      {isAsking && (
        <ActDialog
          title="Remove the second step?"
          press="Remove it"
          told="The second step is removed, and the member is mailed"
          needsReason
          act={async (reason = '') => {
            const done = await send(
              'POST /console/api/sites/:siteId/members/:memberId/second-factor/removal',
              { reason },
              { ...place },
            );
            keep(done);
            return done;
          }}
          onDone={() => void refresh()}
          onClose={() => setAsking(false)}
        >
          <p>
            For a member who has lost their phone. Be sure that it is the member who asks: from then on the password or
            the mailbox alone opens the account.
          </p>
          <p>
            {[
              ...(passkeys.length > 0 ? [passkeys.length === 1 ? '1 passkey' : `${passkeys.length} passkeys`] : []),
              ...(authenticator ? ['the authenticator app'] : []),
              'all recovery codes',
            ].join(', ')}{' '}
            go, {member.sessions.length === 1 ? '1 session ends' : `${member.sessions.length} sessions end`}, and{' '}
            {member.address.email} is mailed. It can not be undone: the member sets up a new one.
          </p>
        </ActDialog>
      )}
    </section>
  );
}

import { useState } from 'react';
import type { ShownMember } from '../../contract/console/members-schemas.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { send } from '../session/client.ts';
import { useMay } from '../session/me.ts';
import { ActDialog } from '../shell/act-dialog.tsx';
import { momentOf } from '../shell/times.ts';
import type { MemberPlace } from './member-queries.ts';
import { useMemberChange } from './use-member-change.ts';

interface SuspensionProps {
  place: MemberPlace;
  member: ShownMember;
}

const path = 'POST /console/api/sites/:siteId/members/:memberId/suspension';

/** Above every tab of a suspended member: since when, why, what it does, and the way out of it. */
export function SuspensionNotice({ place, member }: SuspensionProps) {
  const mayChange = useMay('change-members');
  const [isAsking, setAsking] = useState(false);
  const { keep, refresh } = useMemberChange(place);
  const { suspension } = member;
  if (!suspension) return null;
  return (
    <Notice tone="warning" title={`Suspended since ${momentOf(suspension.at)}`}>
      <p>{suspension.reason}</p>
      <p>
        No way in opens this account. Plans stay{paying(member) && ', and subscriptions go on being charged'}. At the
        log-in the member reads that the account is suspended.
      </p>
      {mayChange && (
        <Button look="outline" onClick={() => setAsking(true)}>
          Lift the suspension
        </Button>
      )}
      {isAsking && (
        <ActDialog
          title="Lift the suspension?"
          press="Lift it"
          told="The member may log in again"
          act={async (reason) => {
            const done = await send(`${path}/lift`, { reason }, { ...place });
            keep(done);
            return done;
          }}
          onDone={() => void refresh()}
          onClose={() => setAsking(false)}
        >
          <p>The member logs in as before. Nobody is mailed.</p>
        </ActDialog>
      )}
    </Notice>
  );
}

/** The act itself, with what it does before the press. */
export function SuspendAct({ place, member }: SuspensionProps) {
  const [isAsking, setAsking] = useState(false);
  const { keep, refresh } = useMemberChange(place);
  const { sessions } = member;
  if (member.suspension) return <p className="mt-1 text-muted">This member is suspended.</p>;
  return (
    <>
      <p className="mt-1 text-muted">Closes every way in until you lift it. Plans and what they wrote stay.</p>
      <Button look="outline" className="mt-3" onClick={() => setAsking(true)}>
        Suspend the member
      </Button>
      {isAsking && (
        <ActDialog
          title="Suspend this member?"
          press="Suspend"
          told="The member is suspended"
          needsReason
          act={async (reason = '') => {
            const done = await send(path, { reason }, { ...place });
            keep(done);
            return done;
          }}
          onDone={() => void refresh()}
          onClose={() => setAsking(false)}
        >
          <p>
            {sessions.length === 1 ? '1 session ends' : `${sessions.length} sessions end`} at once, and no way in opens
            the account.
          </p>
          <p>
            {paying(member)
              ? 'Subscriptions go on, and are charged as before: end them at the card provider if they should not.'
              : 'Plans stay as they are.'}{' '}
            Nobody is mailed; at the log-in the member reads that the account is suspended.
          </p>
        </ActDialog>
      )}
    </>
  );
}

const paying = ({ subscriptions, planConnections }: ShownMember) =>
  subscriptions === undefined
    ? planConnections.some(({ active, type }) => active && type === 'SUBSCRIPTION')
    : subscriptions > 0;

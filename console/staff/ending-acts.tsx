import { useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import type { StaffMember } from '../../contract/console/staff-schemas.ts';
import { staffLimits } from '../../contract/staff-limits.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { toast } from '../../ui/toast.ts';
import { send } from '../session/client.ts';
import { useMe } from '../session/me.ts';
import { messageOf } from '../session/message-of.ts';
import { useWithProof } from '../session/proof.tsx';
import { staffQuery } from './staff-query.ts';

type Act = 'invite' | 'reset' | 'remove';

/** A new link, a reset, the removal: each says what it does before it does it. */
export function EndingActs({ person, onDone }: { person: StaffMember; onDone: () => void }) {
  const { id: ownId } = useMe();
  const [asked, setAsked] = useState<Act>();
  const { run, isPending, fault } = useStaffAct(onDone);
  const address = { staffId: person.id };
  const name = person.name || person.email;
  const isSelf = person.id === ownId;

  if (asked === undefined)
    return (
      <div className="mt-6 flex flex-wrap gap-x-6 gap-y-3 border-t border-line pt-4">
        {person.state === 'invited' ? (
          <Button look="link" onClick={() => setAsked('invite')}>
            Send the invitation again
          </Button>
        ) : (
          <Button look="link" onClick={() => setAsked('reset')}>
            Lost phone or password
          </Button>
        )}
        <Button look="link" onClick={() => setAsked('remove')}>
          {isSelf ? 'Remove yourself' : 'Remove from the staff'}
        </Button>
      </div>
    );
  const common = { isPending, fault, onCancel: () => setAsked(undefined) };
  if (asked === 'invite')
    return (
      <Confirm
        {...common}
        title="Send a new link?"
        press="Send the link"
        onPress={() =>
          run(() => send('POST /console/api/staff/:staffId/invitation', undefined, address), `${name} gets a new link`)
        }
      >
        <p>
          One mail to {person.email}. The link before stops working; the new one works for{' '}
          {staffLimits.staffInvitationHours} hours.
        </p>
      </Confirm>
    );
  if (asked === 'reset')
    return (
      <Confirm
        {...common}
        title={`Let ${name} begin anew?`}
        press="Reset and mail a link"
        onPress={() =>
          run(
            () => send('POST /console/api/staff/:staffId/reset', undefined, address),
            `${name} gets a link to begin anew`,
          )
        }
      >
        <p>
          Ends at once: all sessions, the password, {person.passkeys} passkeys
          {person.hasAuthenticator && ', the authenticator app'}, {person.recoveryCodesLeft} recovery codes. One mail
          with a new link goes to {person.email}. Role and scope stay. Be sure that it is {name} who asks: call them.
        </p>
      </Confirm>
    );
  return (
    <Confirm
      {...common}
      title={isSelf ? 'Remove yourself?' : `Remove ${name}?`}
      press="Remove"
      onPress={() => run(() => send('DELETE /console/api/staff/:staffId', undefined, address), `${name} is removed`)}
    >
      <p>
        Ends at once: all sessions and links, the password, {person.passkeys} passkeys
        {person.hasAuthenticator && ', the authenticator app'}. What {isSelf ? 'you' : 'they'} did stays in the audit
        log.
        {isSelf && ' You are signed out.'} To come back takes a new invitation.
      </p>
    </Confirm>
  );
}

interface ConfirmProps {
  title: string;
  press: string;
  isPending: boolean;
  fault: string | undefined;
  onPress: () => void;
  onCancel: () => void;
  children: ReactNode;
}

function Confirm({ title, press, isPending, fault, onPress, onCancel, children }: ConfirmProps) {
  return (
    <div className="mt-6 flex flex-col gap-4 border-t border-line pt-4">
      <Notice tone="warning" role="alert" title={title}>
        {children}
      </Notice>
      {fault && (
        <Notice tone="error" role="alert">
          {fault}
        </Notice>
      )}
      <div className="flex flex-wrap gap-3">
        <Button loading={isPending} onClick={onPress}>
          {press}
        </Button>
        <Button look="outline" onClick={onCancel}>
          Leave it as it is
        </Button>
      </div>
    </div>
  );
}

function useStaffAct(onDone: () => void) {
  const withProof = useWithProof();
  const queryClient = useQueryClient();
  const [isPending, setPending] = useState(false);
  const [fault, setFault] = useState<string>();
  return {
    isPending,
    fault,
    async run(act: () => Promise<unknown>, told: string): Promise<void> {
      setPending(true);
      setFault(undefined);
      try {
        if ((await withProof(act)) === undefined) return;
        toast({ kind: 'success', title: told });
        onDone();
      } catch (error) {
        setFault(messageOf(error));
      } finally {
        setPending(false);
        await queryClient.invalidateQueries(staffQuery);
      }
    },
  };
}

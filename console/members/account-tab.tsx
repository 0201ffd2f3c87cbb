import { useState } from 'react';
import type { ReactNode } from 'react';
import type { ShownMember } from '../../contract/console/members-schemas.ts';
import { Button } from '../../ui/button.tsx';
import { send } from '../session/client.ts';
import { useMay } from '../session/me.ts';
import { ActDialog } from '../shell/act-dialog.tsx';
import { EmailDialog } from './email-dialog.tsx';
import { EraseDialog } from './erase-dialog.tsx';
import type { MemberPlace } from './member-queries.ts';
import { ProveDialog } from './prove-dialog.tsx';
import { SuspendAct } from './suspension.tsx';
import { useMemberChange } from './use-member-change.ts';

interface AccountTabProps {
  place: MemberPlace;
  member: ShownMember;
}

/** What is done to the account as a whole: its address, whether it is open, and its end. */
export function AccountTab({ place, member }: AccountTabProps) {
  const mayChange = useMay('change-members');
  const mayErase = useMay('export-members');
  const [dialog, setDialog] = useState<'email' | 'proved' | 'unproved' | 'erase'>();
  const { run, isPending, keep, refresh } = useMemberChange(place);
  const { address, verified, version } = member;
  const sendProof = (reason?: string) =>
    send('PATCH /console/api/sites/:siteId/members/:memberId', { version, verified: true, reason }, { ...place });
  // What is proved is the address that waits; then another one opens the account.
  const prove = () => (address.pending ? setDialog('proved') : void run(sendProof, 'The address counts as proved'));
  if (!mayChange && !mayErase) return <p className="text-muted">You may see this account and not change it.</p>;
  return (
    <div className="flex max-w-[42rem] flex-col gap-8">
      {mayChange && (
        <Part title="Address">
          <p className="mt-1 wrap-anywhere">
            {address.email}, {address.verified ? 'proved' : 'not proved'}
          </p>
          {address.pending && (
            <p className="mt-1 wrap-anywhere">
              Asked for {address.pending}, not proved. Until it is, {address.email} opens the account.
            </p>
          )}
          <p className="mt-3 flex flex-wrap gap-3">
            <Button
              look="outline"
              className="wrap-anywhere"
              loading={isPending}
              onClick={() => (verified ? setDialog('unproved') : prove())}
            >
              {verified ? 'Mark as not proved' : `Mark ${address.pending ? `${address.pending} ` : ''}as proved`}
            </Button>
            <Button look="outline" onClick={() => setDialog('email')}>
              Give another address
            </Button>
          </p>
        </Part>
      )}
      {mayChange && (
        <Part title="Suspension">
          <SuspendAct place={place} member={member} />
        </Part>
      )}
      {mayErase && (
        <Part title="Erasure">
          <p className="mt-1 text-muted">
            Takes the member away with everything that is stored about them. It can not be undone.
          </p>
          <Button look="outline" className="mt-3" onClick={() => setDialog('erase')}>
            Erase the member
          </Button>
        </Part>
      )}
      {dialog === 'email' && <EmailDialog place={place} member={member} onClose={() => setDialog(undefined)} />}
      {dialog === 'proved' && (
        <ProveDialog place={place} member={member} prove={sendProof} onClose={() => setDialog(undefined)} />
      )}
      {dialog === 'unproved' && (
        <ActDialog
          title="Mark the address as not proved?"
          press="Mark as not proved"
          told="The address counts as not proved"
          needsReason
          act={async (reason = '') => {
            const path = 'POST /console/api/sites/:siteId/members/:memberId/email/unproved';
            const done = await send(path, { version, reason }, { ...place });
            keep(done);
            return done;
          }}
          onDone={() => void refresh()}
          onClose={() => setDialog(undefined)}
        >
          <p>
            Who next proves the mailbox gets the account: the password is dropped, sessions end, and providers are
            disconnected. A second factor stays.
          </p>
        </ActDialog>
      )}
      {dialog === 'erase' && <EraseDialog place={place} member={member} onClose={() => setDialog(undefined)} />}
    </div>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h2>{title}</h2>
      {children}
    </section>
  );
}

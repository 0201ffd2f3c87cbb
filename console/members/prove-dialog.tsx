import { useEffect, useState } from 'react';
import type { ShownMember } from '../../contract/console/members-schemas.ts';
import { toast } from '../../ui/toast.ts';
import { ActDialog } from '../shell/act-dialog.tsx';
import type { MemberPlace } from './member-queries.ts';
import { useMemberChange } from './use-member-change.ts';

interface ProveDialogProps {
  place: MemberPlace;
  /** With an address that waits for its proof. */
  member: ShownMember;
  prove: (reason?: string) => Promise<unknown>;
  onClose: () => void;
}

/** Asks before the address that waits is marked as proved; ends where another one waits, or none, in the meantime. */
export function ProveDialog({ place, member: { address, sessions }, prove, onClose }: ProveDialogProps) {
  const { keep, refresh } = useMemberChange(place);
  // The one that staff decide about.
  const [asked] = useState(address.pending);
  const isStill = address.pending === asked;
  const isProved = address.email === asked;
  useEffect(() => {
    if (isStill) return;
    const title = isProved ? `The address is ${asked} now` : 'The address they asked for has changed; look again';
    toast({ kind: 'info', title });
    onClose();
  }, [isStill, isProved, asked, onClose]);
  if (!isStill) return null;
  return (
    <ActDialog
      title={`Mark ${asked} as proved?`}
      press="Mark as proved"
      told={`The address is ${asked} now, and counts as proved`}
      needsReason
      act={prove}
      // Once the dialog is closed: by this change the address no longer waits.
      onDone={(done) => {
        keep(done);
        void refresh();
      }}
      onClose={onClose}
    >
      <p>
        {asked} opens the account from then on, and {address.email} no longer does.{' '}
        {sessions.length === 1 ? '1 session ends' : `${sessions.length} sessions end`}.{' '}
        {address.verified && `${address.email} is told by mail. `}Be sure that it is the member who asks.
      </p>
    </ActDialog>
  );
}

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { send } from '../session/client.ts';
import { RecoveryCodes } from '../../ui/recovery-codes.tsx';
import { secondFactorsQuery } from '../session/second-factors.ts';
import { LeaveGuard } from '../shell/leave-guard.tsx';
import { Awaited, Part } from './part.tsx';
import { useOwnChange } from './use-own-change.ts';

/** Fewer than this many are a reason to get new ones. */
const fewCodes = 3;

/** The recovery codes that are left, and new ones. */
export function RecoveryCard() {
  const factors = useQuery(secondFactorsQuery);
  const { change, isPending } = useOwnChange();
  const [codes, setCodes] = useState<readonly string[]>();
  const left = factors.data?.recoveryCodesLeft ?? 0;

  async function renew() {
    const made = await change(() => send('POST /console/api/me/recovery-codes'), 'The codes before have ended');
    if (made) setCodes(made.data.codes);
  }

  return (
    <Part
      id="recovery"
      title="Recovery codes"
      about="For the day when phone and passkey are not there. Each works once. New ones end those you have."
      action={
        <Button look="outline" loading={isPending} onClick={() => void renew()}>
          Get new codes
        </Button>
      }
    >
      {!factors.data && <Awaited error={factors.error} />}
      {factors.data && (
        <Badge tone={left < fewCodes ? 'warning' : 'success'}>
          {left} {left === 1 ? 'code' : 'codes'} left
        </Badge>
      )}
      {codes && (
        <Dialog open blocking title="Your new recovery codes">
          <LeaveGuard isDirty>The codes are shown this once, and are lost when you go on.</LeaveGuard>
          <RecoveryCodes codes={codes} place="the Intake console" />
          <Button className="mt-6 w-full" onClick={() => setCodes(undefined)}>
            I have kept them
          </Button>
        </Dialog>
      )}
    </Part>
  );
}

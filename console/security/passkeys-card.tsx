import { useQuery } from '@tanstack/react-query';
import { KeyRound, Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { send } from '../session/client.ts';
import { makePasskey, passkeyMessage } from '../session/passkeys.ts';
import { knowsPasskeys } from '../../ui/passkeys.ts';
import { suggestedName } from '../../shared/device-name.ts';
import { useWithProof } from '../session/proof.tsx';
import { secondFactorsQuery } from '../session/second-factors.ts';
import { dateOf, timeAgo } from '../shell/times.ts';
import { toast } from '../../ui/toast.ts';
import { Awaited, Part } from './part.tsx';
import { PasskeyNameDialog } from './passkey-name-dialog.tsx';
import { useOwnChange } from './use-own-change.ts';

/** A passkey as the list shows it. */
interface Passkey {
  id: string;
  name: string;
  createdAt: string;
  lastUsedAt: string | null;
}

/** The passkeys: to add, to name, to remove. */
export function PasskeysCard() {
  const factors = useQuery(secondFactorsQuery);
  const { change, isPending } = useOwnChange();
  const withProof = useWithProof();
  const [isAsking, setAsking] = useState(false);
  const [named, setNamed] = useState<Passkey>();

  async function add() {
    setAsking(true);
    try {
      const asked = await withProof(() => send('POST /console/api/me/passkeys/options'));
      if (asked) {
        const credential = await makePasskey(asked.data);
        const body = { name: suggestedName(navigator.userAgent), credential };
        const added = await change(() => send('POST /console/api/me/passkeys', body), 'The passkey is added');
        if (added) setNamed(added.data);
      }
    } catch (error) {
      toast({ kind: 'error', title: passkeyMessage(error) });
    }
    setAsking(false);
  }

  const passkeys = factors.data?.passkeys ?? [];
  const mayAdd = knowsPasskeys();
  return (
    <Part
      id="passkeys"
      title="Passkeys"
      about="The quickest way in: fingerprint, face or PIN of a device, without a password."
      action={
        mayAdd && (
          <Button loading={isAsking} onClick={() => void add()}>
            Add a passkey
          </Button>
        )
      }
    >
      {!factors.data && <Awaited error={factors.error} />}
      {factors.data && passkeys.length === 0 && <p>You have none yet.</p>}
      {passkeys.length > 0 && (
        <ul className="divide-y divide-line">
          {passkeys.map((passkey) => (
            <li key={passkey.id} className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
              <KeyRound className="size-5 shrink-0 text-muted" aria-hidden="true" />
              <div className="min-w-0 flex-1 basis-[12rem]">
                <p className="font-semibold wrap-anywhere">{passkey.name}</p>
                <p className="text-sm text-muted">
                  Added {dateOf(passkey.createdAt)},{' '}
                  {passkey.lastUsedAt ? `last used ${timeAgo(passkey.lastUsedAt)}` : 'not used yet'}
                </p>
              </div>
              <Button look="link" onClick={() => setNamed(passkey)}>
                <Pencil className="size-4" aria-hidden="true" />
                Rename<span className="sr-only"> {passkey.name}</span>
              </Button>
              <Button
                look="link"
                loading={isPending}
                onClick={() =>
                  void change(
                    () => send('DELETE /console/api/me/passkeys/:passkeyId', undefined, { passkeyId: passkey.id }),
                    `${passkey.name} is removed`,
                  )
                }
              >
                <Trash2 className="size-4" aria-hidden="true" />
                Remove<span className="sr-only"> {passkey.name}</span>
              </Button>
            </li>
          ))}
        </ul>
      )}
      {named && <PasskeyNameDialog passkey={named} onClose={() => setNamed(undefined)} />}
    </Part>
  );
}

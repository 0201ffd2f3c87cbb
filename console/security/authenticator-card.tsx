import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { send } from '../session/client.ts';
import type { AuthenticatorSecret } from '../../ui/authenticator-setup.tsx';
import { messageOf } from '../session/message-of.ts';
import { useWithProof } from '../session/proof.tsx';
import { secondFactorsQuery } from '../session/second-factors.ts';
import { toast } from '../../ui/toast.ts';
import { AuthenticatorDialog } from './authenticator-dialog.tsx';
import { Awaited, Part } from './part.tsx';
import { useOwnChange } from './use-own-change.ts';

/** The authenticator app: to set up, to replace, to remove. */
export function AuthenticatorCard() {
  const factors = useQuery(secondFactorsQuery);
  const { change, isPending } = useOwnChange();
  const withProof = useWithProof();
  const [secret, setSecret] = useState<AuthenticatorSecret>();
  const has = factors.data?.hasAuthenticator ?? false;

  async function begin() {
    try {
      const asked = await withProof(() => send('POST /console/api/me/authenticator'));
      if (asked) setSecret(asked.data);
    } catch (error) {
      toast({ kind: 'error', title: messageOf(error) });
    }
  }

  return (
    <Part
      id="authenticator"
      title="Authenticator app"
      about="Six digits on your phone, which you type after your password."
      action={
        factors.data && (
          <Button look="outline" onClick={() => void begin()}>
            {has ? 'Replace' : 'Set up'}
          </Button>
        )
      }
    >
      {!factors.data && <Awaited error={factors.error} />}
      {factors.data && (
        <div className="flex flex-wrap items-center justify-between gap-3">
          {has ? <Badge tone="success">In use</Badge> : <Badge tone="neutral">Not set up</Badge>}
          {has && (
            <Button
              look="link"
              loading={isPending}
              onClick={() =>
                void change(() => send('DELETE /console/api/me/authenticator'), 'The authenticator app is removed')
              }
            >
              Remove
            </Button>
          )}
        </div>
      )}
      {secret && <AuthenticatorDialog secret={secret} onClose={() => setSecret(undefined)} />}
    </Part>
  );
}

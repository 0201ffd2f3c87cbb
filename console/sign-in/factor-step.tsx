import { useQueryClient } from '@tanstack/react-query';
import { KeyRound, Smartphone } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { RequestError } from '../../client/request.ts';
import { send } from '../session/client.ts';
import { makePasskey, passkeyMessage } from '../session/passkeys.ts';
import { knowsPasskeys } from '../../ui/passkeys.ts';
import { suggestedName } from '../../shared/device-name.ts';
import { meQuery } from '../session/me.ts';
import { AuthenticatorForm } from './authenticator-form.tsx';
import type { Person } from './person-step.tsx';

interface FactorStepProps {
  token: string;
  person: Person;
  /** Back to name and password, with why. */
  onBack: (fault?: unknown) => void;
  onAccepted: (recoveryCodes: readonly string[]) => void;
}

/** The calls by which an invitation is accepted, once there is a second factor. */
function useAccept({ token, person, onBack, onAccepted }: FactorStepProps) {
  const queryClient = useQueryClient();
  return async (factor: Parameters<typeof acceptWith>[1]): Promise<void> => {
    try {
      const { recoveryCodes } = await acceptWith({ token, ...person }, factor);
      onAccepted(recoveryCodes);
      await queryClient.fetchQuery({ ...meQuery, staleTime: 0 });
    } catch (error) {
      if (error instanceof RequestError && /^invalid-password|^required-field/.test(error.code)) onBack(error);
      else throw error;
    }
  };
}

type Factor =
  | { way: 'passkey'; name: string; credential: Awaited<ReturnType<typeof makePasskey>> }
  | { way: 'authenticator'; code: string };

async function acceptWith(who: { token: string } & Person, factor: Factor) {
  return (await send('POST /console/api/invitations/accept', { ...who, factor })).data;
}

/** The first second factor: a passkey, which is quicker and can not be phished, or an authenticator app. */
export function FactorStep(props: FactorStepProps) {
  const { token, onBack } = props;
  const accept = useAccept(props);
  const [way, setWay] = useState<'choice' | 'authenticator'>(knowsPasskeys() ? 'choice' : 'authenticator');
  const [isAsking, setAsking] = useState(false);
  const [fault, setFault] = useState<string>();

  async function registerPasskey() {
    setAsking(true);
    setFault(undefined);
    try {
      const { data: asked } = await send('POST /console/api/invitations/passkey', { token });
      await accept({ way: 'passkey', name: suggestedName(navigator.userAgent), credential: await makePasskey(asked) });
    } catch (error) {
      setFault(passkeyMessage(error));
    }
    setAsking(false);
  }

  if (way === 'authenticator')
    return (
      <div className="flex flex-col gap-6">
        <AuthenticatorForm token={token} onCode={(code) => accept({ way: 'authenticator', code })} />
        {knowsPasskeys() && (
          <Button look="link" className="self-start" onClick={() => setWay('choice')}>
            Use a passkey instead
          </Button>
        )}
      </div>
    );
  return (
    <div className="flex flex-col gap-6">
      {fault && (
        <Notice tone="error" role="alert">
          {fault}
        </Notice>
      )}
      <div className="flex flex-col gap-2">
        <Button loading={isAsking} onClick={() => void registerPasskey()}>
          <KeyRound className="size-5" aria-hidden="true" />
          Make a passkey
        </Button>
        <p className="text-sm text-muted">
          With your fingerprint, your face or the PIN of this device. It works on this site alone, so that a copied page
          gets nothing.
        </p>
      </div>
      <div className="flex flex-col gap-2">
        <Button look="outline" onClick={() => setWay('authenticator')}>
          <Smartphone className="size-5" aria-hidden="true" />
          Use an authenticator app
        </Button>
        <p className="text-sm text-muted">An app on your phone shows six digits, which you type after your password.</p>
      </div>
      <Button look="link" className="self-start" onClick={() => onBack()}>
        Back to name and password
      </Button>
    </div>
  );
}

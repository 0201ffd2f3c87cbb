import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import type { SecondFactor } from '../../contract/console/sign-in-schemas.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { send } from '../session/client.ts';
import { isRefusal, messageOf } from '../session/message-of.ts';
import { askPasskey, passkeyMessage } from '../session/passkeys.ts';
import { knowsPasskeys } from '../../ui/passkeys.ts';
import { CodeForm } from './code-form.tsx';
import type { Begun } from './use-sign-in.ts';

interface SecondFactorStepProps {
  begun: Begun;
  onSignedIn: () => Promise<void>;
  onStartAgain: () => void;
}

const otherWays = {
  passkey: 'Use a passkey',
  authenticator: 'Use a code of your authenticator app',
  'recovery-code': 'Use a recovery code',
} as const satisfies Record<SecondFactor, string>;

/** The second proof, by the way that asks the least; the others are a press away. */
export function SecondFactorStep({ begun, onSignedIn, onStartAgain }: SecondFactorStepProps) {
  const usable = begun.ways.filter((way) => way !== 'passkey' || knowsPasskeys());
  const [way, setWay] = useState(usable[0]);
  const [ended, setEnded] = useState<string>();
  const failWith = (error: unknown) => {
    if (isRefusal(error, 'sign-in-step-expired')) setEnded(messageOf(error));
  };

  if (ended !== undefined || way === undefined)
    return (
      <div className="flex flex-col gap-5">
        <Notice tone="warning" role="alert" title={way ? 'Please begin again' : 'This browser can not go on'}>
          <p>{ended ?? 'Your account needs a passkey, which this browser does not know.'}</p>
        </Notice>
        <Button onClick={onStartAgain}>Begin again</Button>
      </div>
    );
  return (
    <div className="flex flex-col gap-6">
      {way === 'passkey' ? (
        <PasskeyFactor begun={begun} onSignedIn={onSignedIn} onFault={failWith} />
      ) : (
        <CodeForm key={way} way={way} step={begun.step} onSignedIn={onSignedIn} onFault={failWith} />
      )}
      <div className="flex flex-col items-start gap-3 border-t border-line pt-4">
        {usable
          .filter((other) => other !== way)
          .map((other) => (
            <Button key={other} look="link" onClick={() => setWay(other)}>
              {otherWays[other]}
            </Button>
          ))}
        <Button look="link" onClick={onStartAgain}>
          Sign in as somebody else
        </Button>
      </div>
    </div>
  );
}

interface PasskeyFactorProps {
  begun: Begun;
  onSignedIn: () => Promise<void>;
  onFault: (error: unknown) => void;
}

function PasskeyFactor({ begun, onSignedIn, onFault }: PasskeyFactorProps) {
  const [isAsking, setAsking] = useState(false);
  const [fault, setFault] = useState<string>();

  async function prove() {
    setAsking(true);
    setFault(undefined);
    try {
      const credential = await askPasskey(begun.passkeyOptions ?? {});
      await send('POST /console/api/sign-in/second-factor', { way: 'passkey', credential, step: begun.step });
      await onSignedIn();
    } catch (error) {
      onFault(error);
      setFault(passkeyMessage(error));
      setAsking(false);
    }
  }

  return (
    <div className="flex flex-col gap-4">
      {fault && (
        <Notice tone="error" role="alert">
          {fault}
        </Notice>
      )}
      <p>Your browser asks for the passkey of this console.</p>
      <Button loading={isAsking} onClick={() => void prove()}>
        <KeyRound className="size-5" aria-hidden="true" />
        Use your passkey
      </Button>
    </div>
  );
}
